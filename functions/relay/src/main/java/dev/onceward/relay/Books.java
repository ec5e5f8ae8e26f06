package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.cursor.Lease;
import dev.onceward.relay.Fate.Tried;

/// Writes down what came of attempts, and how far the cursors are. That everything arrived is told by the cursors alone,
/// a few times a second; what did not is parked together with them.
final class Books {
    private static final Duration EVERY = Duration.ofMillis(100);

    private final Subscription subscription;
    private final Stores stores;
    private final Holdings holdings;
    private final WaitingKeys keys;
    private final Queue<Late> late = new ConcurrentLinkedQueue<>();
    private boolean moved;
    private long written = System.nanoTime();

    Books(Subscription subscription, Stores stores, Holdings holdings, WaitingKeys keys) {
        this.subscription = subscription;
        this.stores = stores;
        this.holdings = holdings;
        this.keys = keys;
    }

    /// What ended after its page, and the leases that it began under.
    private record Late(Tried tried, Set<Lease> leases) {}

    /// From any thread.
    void landed(Tried tried, Set<Lease> leases) {
        late.add(new Late(tried, leases));
    }

    boolean hasLanded() {
        return !late.isEmpty();
    }

    /// @param further whether the cursors moved
    Uni<Judgement> settle(List<Fate> fates, boolean further) {
        moved |= further;
        var judgement = new Judgement(subscription, keys::has, ThreadLocalRandom.current());
        fates.forEach(judgement::judge);
        for (var landed = late.poll(); landed != null; landed = late.poll()) {
            if (holdings.areStill(landed.leases(), landed.tried().item().shard())) {
                judgement.judge(landed.tried().afterAll());
            }
        }
        return write(judgement).replaceWith(judgement);
    }

    /// Whatever is not written yet.
    Uni<Void> close() {
        return holdings.isEmpty() || (!moved && late.isEmpty())
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().deferred(() -> {
                    written = System.nanoTime() - EVERY.toNanos();
                    return settle(List.of(), false).replaceWithVoid();
                });
    }

    void startOver() {
        late.clear();
        moved = false;
    }

    private Uni<Void> write(Judgement judgement) {
        if (judgement.hasNothingToWrite() && (!moved || System.nanoTime() - written < EVERY.toNanos())) {
            return Uni.createFrom().voidItem();
        }
        moved = false;
        written = System.nanoTime();
        return stores.parked().settle(subscription.name(), judgement.settlement(holdings.places()))
                .onItem().invoke(holdings::keep)
                .onItem().invoke(() -> keys.add(judgement.newlyWaiting()))
                .onItem().transformToUni(_ -> keys.free(judgement.freed()))
                .onItem().transformToUni(_ -> pauseIfGone(judgement));
    }

    private Uni<Void> pauseIfGone(Judgement judgement) {
        var why = judgement.gone();
        return why == null
                ? Uni.createFrom().voidItem()
                : stores.operations().pause(subscription.name(), "relay", why)
                        .onItem().invoke(() -> Log.warnf("paused, the receiver wants nothing any more: subscription=%s "
                                + "cause=%s", subscription.name(), why))
                        .replaceWithVoid();
    }
}
