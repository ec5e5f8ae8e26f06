package dev.onceward.relay.settle;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.read.ParkedKeys;
import dev.onceward.relay.settlement.RefusedRow;
import dev.onceward.relay.subscription.Subscription;

/// Writes down what came of attempts, and how far the cursors are. That everything arrived is told by the cursors alone,
/// a few times a second; what did not is parked together with them.
public final class SaveProgress {
    private static final Duration EVERY = Duration.ofMillis(100);
    /// The share of the time that may go into cursors. A transaction that somebody leaves open makes each update slower
    /// than the one before, because all old versions of the row stay.
    private static final int SHARE = 20;
    private static final Duration LONGEST = Duration.ofSeconds(1);
    /// While there is nothing to deliver a cursor only saves looking at the same again.
    private static final Duration IDLE_EVERY = Duration.ofSeconds(5);

    private static final Duration COMPLAIN_EVERY = Duration.ofSeconds(1);

    private final Subscription subscription;
    private final RelayStores relayStores;
    private final HeldShards heldShards;
    private final ParkedKeys keys;
    private final Runnable allLost;
    private final RelayMetrics metrics;
    private final Queue<Late> late = new ConcurrentLinkedQueue<>();
    private DeliveryCounts deliveryCounts = DeliveryCounts.NONE;
    private boolean moved;
    private boolean idle = true;
    private long written = System.nanoTime();
    private long took;
    private long complained = System.nanoTime() - COMPLAIN_EVERY.toNanos();

    /// @param allLost is told when no lease holds any more
    public SaveProgress(Subscription subscription, RelayStores relayStores, HeldShards heldShards, ParkedKeys keys,
            RelayMetrics metrics,
            Runnable allLost) {
        this.subscription = subscription;
        this.relayStores = relayStores;
        this.heldShards = heldShards;
        this.keys = keys;
        this.metrics = metrics;
        this.allLost = allLost;
    }

    /// What ended after its page, and the leases that it began under.
    private record Late(Tried tried, Set<ShardLease> leases) {}

    /// From any thread.
    public void ended(Tried tried, Set<ShardLease> leases) {
        late.add(new Late(tried, leases));
    }

    public boolean hasEnded() {
        return !late.isEmpty();
    }

    /// @param further whether the cursors moved
    public Uni<PlanSettlement> settle(List<DeliveryResult> results, boolean further) {
        moved |= further;
        idle &= results.isEmpty();
        var planSettlement = new PlanSettlement(subscription, keys::has, ThreadLocalRandom.current());
        results.forEach(planSettlement::judge);
        for (var ended = late.poll(); ended != null; ended = late.poll()) {
            if (heldShards.areStill(ended.leases(), ended.tried().item().shard())) {
                planSettlement.judge(ended.tried().afterAll());
            }
        }
        return write(planSettlement)
                .onItem().invoke(() -> deliveryCounts = deliveryCounts.plus(planSettlement))
                .replaceWith(planSettlement);
    }

    /// Since the process began.
    public DeliveryCounts counts() {
        return deliveryCounts;
    }

    /// Whatever is not written yet.
    public Uni<Void> close() {
        return heldShards.isEmpty() || (!moved && late.isEmpty())
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().deferred(() -> {
                    written = System.nanoTime() - IDLE_EVERY.toNanos();
                    return settle(List.of(), false).replaceWithVoid();
                });
    }

    public void startOver() {
        late.clear();
        moved = false;
    }

    private Uni<Void> write(PlanSettlement planSettlement) {
        if (planSettlement.hasNothingToWrite() && (!moved || !isDue())) {
            return Uni.createFrom().voidItem();
        }
        moved = false;
        idle = true;
        written = System.nanoTime();
        return relayStores.settlements().settle(subscription.name(), planSettlement.settlement(heldShards.places()))
                .onItem().invoke(() -> took = System.nanoTime() - written)
                .onItem().invoke(settled -> keep(settled.shards()))
                .onItem().invoke(settled -> tell(settled.refused()))
                .onItem().invoke(() -> keys.add(planSettlement.newlyWaiting()))
                .onItem().transformToUni(_ -> keys.free(planSettlement.freed()))
                .onItem().transformToUni(_ -> pauseIfGone(planSettlement));
    }

    private void keep(Set<Short> settled) {
        var hadSome = !heldShards.isEmpty();
        heldShards.keep(settled);
        if (hadSome && heldShards.isEmpty()) {
            allLost.run();
        }
    }

    /// The counter has all of them, the log one a second at most: a sender or a receiver may cause them at will.
    private void tell(List<RefusedRow> refused) {
        metrics.refused(subscription.name(), refused);
        if (!refused.isEmpty() && System.nanoTime() - complained >= COMPLAIN_EVERY.toNanos()) {
            complained = System.nanoTime();
            var first = refused.getFirst();
            Log.warnf("PostgreSQL refused rows of a page: subscription=%s rows=%d event=%s done=%s sqlstate=%s",
                    subscription.name(), refused.size(), first.event(), first.remedy().word(), first.why());
        }
    }

    private boolean isDue() {
        var every = idle ? IDLE_EVERY.toNanos() : Math.clamp(took * SHARE, EVERY.toNanos(), LONGEST.toNanos());
        return System.nanoTime() - written >= every;
    }

    private Uni<Void> pauseIfGone(PlanSettlement planSettlement) {
        var why = planSettlement.gone();
        return why == null
                ? Uni.createFrom().voidItem()
                : relayStores.operations().pause(subscription.name(), "relay", why)
                        .onItem()
                        .invoke(() -> Log.warnf(
                                "the relay paused the subscription because its receiver is gone: subscription=%s "
                                        + "cause=%s",
                                subscription.name(), why))
                        .replaceWithVoid();
    }
}
