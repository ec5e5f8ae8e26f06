package dev.onceward.relay.read;

import java.time.Duration;
import java.util.List;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.settlement.ParkedEvents;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;

/// Asks for what was held back and is due: a few times a second, and at once if there may be more.
public final class PollParked {
    private static final int HEADS = 100;
    private static final int BEHIND = 50;
    private static final Duration EVERY = Duration.ofMillis(100);

    private final Subscription subscription;
    private final ParkedEvents parked;
    private final HeldShards heldShards;
    private long asked;

    public PollParked(Subscription subscription, ParkedEvents parked, HeldShards heldShards) {
        this.subscription = subscription;
        this.parked = parked;
        this.heldShards = heldShards;
        soon();
    }

    /// @param probes whether one attempt is to show if the receiver takes events again
    public Uni<List<EventToDeliver>> take(int most, boolean probes) {
        if (System.nanoTime() - asked < EVERY.toNanos()) {
            return Uni.createFrom().item(List.of());
        }
        asked = System.nanoTime();
        var heads = Math.min(HEADS, most);
        return parked.due(subscription.name(), heldShards.shards(), subscription.ordered(), heads, probes ? 0 : BEHIND)
                .onItem().invoke(due -> {
                    if (due.size() >= heads) {
                        soon();
                    }
                });
    }

    public void soon() {
        asked = System.nanoTime() - EVERY.toNanos();
    }
}
