package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.smallrye.mutiny.Uni;

/// The attempts under way of which the page is over. They take places from those that come after.
public final class UnfinishedAttempts {
    private final AtomicInteger many = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());

    /// It may have landed before anybody knew of it.
    public void add(EventToDeliver eventToDeliver) {
        many.incrementAndGet();
        bytes.addAndGet(eventToDeliver.event().body().length());
    }

    public void landed(EventToDeliver eventToDeliver) {
        bytes.addAndGet(-eventToDeliver.event().body().length());
        many.decrementAndGet();
        next.getAndSet(new CompletableFuture<>()).complete(null);
    }

    public long bytes() {
        return bytes.get();
    }

    public int many() {
        return Math.max(0, many.get());
    }

    /// Ends when the next one lands, at once if there is none, or when time is over.
    public Uni<Void> landing(Duration time) {
        return Uni.createFrom().deferred(() -> {
            var landing = next.get();
            return many() == 0
                    ? Uni.createFrom().voidItem()
                    : Uni.createFrom().completionStage(landing::copy).ifNoItem().after(time).fail()
                            .onFailure().recoverWithNull();
        });
    }

    /// Ends when all have landed or when time is over.
    public Uni<Void> landings(Duration time) {
        var until = System.nanoTime() + time.toNanos();
        return landing(time).map(_ -> many()).repeat().until(left -> left == 0 || System.nanoTime() - until >= 0)
                .collect().last()
                .replaceWithVoid();
    }
}
