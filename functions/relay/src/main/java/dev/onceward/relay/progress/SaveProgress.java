package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.delivery.UnfinishedAttempts;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.read.ParkedKeys;
import dev.onceward.relay.settlement.RefusedRow;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.runtime.admin.Actor;

/// Writes the results of attempts and the positions of the cursors. Delivered events need only the cursors, which are
/// written now and then; failed events are parked together with the cursors.
public final class SaveProgress {
    private static final Duration COMPLAIN_EVERY = Duration.ofSeconds(1);

    private final Subscription subscription;
    private final RelayStores relayStores;
    private final HeldShards heldShards;
    private final ParkedKeys keys;
    private final UnfinishedAttempts unfinishedAttempts;
    private final RelayMetrics metrics;
    private final LimitCursorWrites cursorWrites = new LimitCursorWrites();
    private final AtMostEvery complaints = new AtMostEvery(COMPLAIN_EVERY);
    private DeliveryCounts deliveryCounts = DeliveryCounts.NONE;
    private boolean moved;

    public SaveProgress(Subscription subscription, RelayStores relayStores, HeldShards heldShards, ParkedKeys keys,
            UnfinishedAttempts unfinishedAttempts, RelayMetrics metrics) {
        this.subscription = subscription;
        this.relayStores = relayStores;
        this.heldShards = heldShards;
        this.keys = keys;
        this.unfinishedAttempts = unfinishedAttempts;
        this.metrics = metrics;
    }

    /// Settles a page, together with attempts that outlived earlier pages and have ended.
    ///
    /// @param further whether the cursors moved
    public Uni<SettlementPlan> settle(List<DeliveryResult> results, boolean further) {
        moved |= further;
        if (!results.isEmpty()) {
            cursorWrites.hadEvents();
        }
        return save(plan(results), cursorWrites.isDue());
    }

    /// Writes everything that is not written yet.
    public Uni<Void> settleRest() {
        return heldShards.isEmpty() || (!moved && !unfinishedAttempts.hasEnded())
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().deferred(() -> save(plan(List.of()), true)).replaceWithVoid();
    }

    /// The results since the process began.
    public DeliveryCounts counts() {
        return deliveryCounts;
    }

    public void startOver() {
        unfinishedAttempts.forgetEnded();
        moved = false;
    }

    private SettlementPlan plan(List<DeliveryResult> results) {
        var all = new ArrayList<>(results);
        all.addAll(unfinishedAttempts.takeEnded(heldShards));
        return new PlanSettlement(subscription, keys::has, ThreadLocalRandom.current()).plan(all);
    }

    /// @param withCursors whether moved cursors are written even if there are no other rows
    private Uni<SettlementPlan> save(SettlementPlan plan, boolean withCursors) {
        return (plan.hasNothingToWrite() && !(moved && withCursors) ? Uni.createFrom().voidItem() : write(plan))
                .onItem().invoke(() -> deliveryCounts = deliveryCounts.plus(plan.counts()))
                .replaceWith(plan);
    }

    private Uni<Void> write(SettlementPlan plan) {
        var begun = System.nanoTime();
        moved = false;
        cursorWrites.begin();
        return relayStores.settlements().settle(subscription.name(), plan.settlement(heldShards.places()))
                .onItem().invoke(() -> cursorWrites.end(Duration.ofNanos(System.nanoTime() - begun)))
                .onItem().invoke(settled -> heldShards.keep(settled.shards()))
                .onItem().invoke(settled -> report(settled.refused()))
                .onItem().invoke(() -> keys.add(plan.newlyWaiting()))
                .chain(() -> keys.free(plan.freed()))
                .chain(() -> pauseIfGone(plan));
    }

    /// Counts all refused rows, but logs at most one line per second, because senders and receivers can cause any
    /// number of them.
    private void report(List<RefusedRow> refused) {
        metrics.refused(subscription.name(), refused);
        if (!refused.isEmpty() && complaints.tryNow()) {
            var first = refused.getFirst();
            Log.warnf("PostgreSQL refused rows of a page: subscription=%s rows=%d event=%s done=%s sqlstate=%s",
                    subscription.name(), refused.size(), first.event(), first.remedy().word(), first.why());
        }
    }

    private Uni<Void> pauseIfGone(SettlementPlan plan) {
        var why = plan.gone();
        return why == null
                ? Uni.createFrom().voidItem()
                : relayStores.operations().pause(subscription.name(), new Actor("relay", why))
                        .onItem().invoke(() -> logGone(why))
                        .replaceWithVoid();
    }

    private void logGone(String why) {
        Log.warnf("the relay paused the subscription because its receiver is gone: subscription=%s cause=%s",
                subscription.name(), why);
    }
}
