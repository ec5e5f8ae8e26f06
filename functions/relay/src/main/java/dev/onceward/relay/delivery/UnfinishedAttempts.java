package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.window.EventToDeliver;

/// The attempts under way of which the page is over. They take places from those that come after.
public final class UnfinishedAttempts {
    private final AtomicInteger many = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());

    /// It may have ended before anybody knew of it.
    public void add(EventToDeliver eventToDeliver) {
        many.incrementAndGet();
        bytes.addAndGet(eventToDeliver.event().body().length());
    }

    public void ended(EventToDeliver eventToDeliver) {
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

    /// Ends when the next one ends, at once if there is none, or when time is over.
    public Uni<Void> untilOneEnds(Duration time) {
        return Uni.createFrom().deferred(() -> {
            var untilOneEnds = next.get();
            return many() == 0
                    ? Uni.createFrom().voidItem()
                    : Uni.createFrom().completionStage(untilOneEnds::copy).ifNoItem().after(time).fail()
                            .onFailure().recoverWithNull();
        });
    }

    /// Ends when all have ended or when time is over.
    public Uni<Void> untilAllEnd(Duration time) {
        var until = System.nanoTime() + time.toNanos();
        return untilOneEnds(time).map(_ -> many()).repeat().until(left -> left == 0 || System.nanoTime() - until >= 0)
                .collect().last()
                .replaceWithVoid();
    }
}
