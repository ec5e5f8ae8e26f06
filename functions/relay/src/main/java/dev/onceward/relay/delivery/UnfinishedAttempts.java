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

/// The attempts that outlive their page: those under way, which take places from those that come after, and those that
/// ended and are not settled yet. Attempts end on any thread.
public final class UnfinishedAttempts {
    private final AtomicInteger many = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());
    private final Queue<EndedAttempt> ended = new ConcurrentLinkedQueue<>();

    /// @param leases that it began under
    private record EndedAttempt(Tried tried, Set<ShardLease> leases) {}

    /// From the end of its page on.
    ///
    /// @param leases that it began under
    public void add(StillUnderWay attempt, Set<ShardLease> leases) {
        many.incrementAndGet();
        bytes.addAndGet(size(attempt));
        var _ = attempt.end().thenAccept(tried -> end(attempt, new EndedAttempt(tried, leases)));
    }

    /// How many are under way.
    public int many() {
        return many.get();
    }

    /// How large the events are whose attempts are under way.
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

    /// What ended, for whoever settles it. What began under a lease that does not hold any more is left out: whoever has the
    /// shard now may have delivered it, and others of its key after it.
    public List<Tried> takeEnded(HeldShards heldShards) {
        var results = new ArrayList<Tried>();
        for (var one = ended.poll(); one != null; one = ended.poll()) {
            if (heldShards.areStill(one.leases(), one.tried().item().shard())) {
                results.add(one.tried().afterPage());
            }
        }
        return results;
    }

    /// What ended is nobody's to settle any more.
    public void forgetEnded() {
        ended.clear();
    }

    /// Ends when the next one ends, at once if there is none, or when time is over.
    public Uni<Void> untilOneEnds(Duration time) {
        return Uni.createFrom().deferred(() -> nextEnd(time));
    }

    /// Ends when all have ended or when time is over.
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
