package dev.onceward.relay;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.smallrye.mutiny.Uni;

/// How many attempts are under way of which the page is over. They take places from those that come after.
final class Aloft {
    private final AtomicInteger many = new AtomicInteger();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());

    /// Some may have landed before anybody knew of them.
    void add(long more) {
        many.addAndGet((int) more);
    }

    void landed() {
        many.decrementAndGet();
        next.getAndSet(new CompletableFuture<>()).complete(null);
    }

    int many() {
        return Math.max(0, many.get());
    }

    /// Ends when the next one lands, at once if there is none, or when time is over.
    Uni<Void> landing(Duration time) {
        return Uni.createFrom().deferred(() -> {
            var landing = next.get();
            return many() == 0
                    ? Uni.createFrom().voidItem()
                    : Uni.createFrom().completionStage(landing::copy).ifNoItem().after(time).fail()
                            .onFailure().recoverWithNull();
        });
    }

    /// Ends when all have landed or when time is over.
    Uni<Void> landings(Duration time) {
        var until = System.nanoTime() + time.toNanos();
        return landing(time).map(_ -> many()).repeat().until(left -> left == 0 || System.nanoTime() - until >= 0)
                .collect().last()
                .replaceWithVoid();
    }
}
