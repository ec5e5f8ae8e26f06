package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.lease.HeldShards;

/// Holds the attempts that outlive their page: those under way, which count towards the subscription's concurrency, and
/// those that ended and are not settled yet. Attempts end on any thread.
public final class UnfinishedAttempts {
    private final AtomicInteger many = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());
    private final Queue<EndedAttempt> ended = new ConcurrentLinkedQueue<>();

    /// @param leases held when the attempt began
    private record EndedAttempt(Tried tried, Set<ShardLease> leases) {}

    /// Adds an attempt at the end of its page.
    ///
    /// @param leases held when the attempt began
    public void add(StillUnderWay attempt, Set<ShardLease> leases) {
        many.incrementAndGet();
        bytes.addAndGet(size(attempt));
        var _ = attempt.end().thenAccept(tried -> end(attempt, new EndedAttempt(tried, leases)));
    }

    /// How many attempts are under way.
    public int many() {
        return many.get();
    }

    /// The bytes of the events whose attempts are under way.
    public long bytes() {
        return bytes.get();
    }

    /// Whether attempts are under way, or ended and not settled.
    public boolean hasAny() {
        return many() > 0 || hasEnded();
    }

    /// Whether attempts ended that are not settled.
    public boolean hasEnded() {
        return !ended.isEmpty();
    }

    /// Removes and returns the ended attempts that can be settled. An attempt is left out if the lease under which it
    /// began is lost: the new owner of the shard may have delivered the event, and later events of its key.
    public List<Tried> takeEnded(HeldShards heldShards) {
        var results = new ArrayList<Tried>();
        for (var one = ended.poll(); one != null; one = ended.poll()) {
            if (heldShards.areStill(one.leases(), one.tried().item().shard())) {
                results.add(one.tried().afterPage());
            }
        }
        return results;
    }

    /// Drops the ended attempts, because the leases under which they began are lost.
    public void forgetEnded() {
        ended.clear();
    }

    /// Completes when the next attempt ends, at once if there is none, or after this time.
    public Uni<Void> untilOneEnds(Duration time) {
        return Uni.createFrom().deferred(() -> nextEnd(time));
    }

    /// Completes when all attempts have ended, or after this time.
    public Uni<Void> untilAllEnd(Duration time) {
        var until = System.nanoTime() + time.toNanos();
        return untilOneEnds(time).map(_ -> many()).repeat().until(left -> left == 0 || System.nanoTime() - until >= 0)
                .collect().last()
                .replaceWithVoid();
    }

    private Uni<Void> nextEnd(Duration time) {
        var untilOneEnds = next.get();
        return many() == 0
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().completionStage(untilOneEnds::copy).ifNoItem().after(time).fail()
                        .onFailure().recoverWithNull();
    }

    private void end(StillUnderWay attempt, EndedAttempt endedAttempt) {
        ended.add(endedAttempt);
        bytes.addAndGet(-size(attempt));
        many.decrementAndGet();
        next.getAndSet(new CompletableFuture<>()).complete(null);
    }

    private static int size(StillUnderWay attempt) {
        return attempt.item().event().body().length();
    }
}
