package dev.onceward.relay.read;

import java.time.Duration;
import java.util.List;

import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.settlement.ParkedEvents;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;

/// Reads parked events that are due: a few times a second, and at once if there may be more.
public final class PollParked {
    private static final int HEADS = 100;
    private static final int BEHIND = 50;
    private static final Duration EVERY = Duration.ofMillis(100);

    private final Subscription subscription;
    private final ParkedEvents parked;
    private final HeldShards heldShards;
    private final AtMostEvery asking = new AtMostEvery(EVERY);

    public PollParked(Subscription subscription, ParkedEvents parked, HeldShards heldShards) {
        this.subscription = subscription;
        this.parked = parked;
        this.heldShards = heldShards;
    }

    /// @param probes whether a single attempt is to show if the receiver accepts events again
    public Uni<List<EventToDeliver>> take(int most, boolean probes) {
        return asking.tryNow() ? ask(Math.min(HEADS, most), probes ? 0 : BEHIND) : Uni.createFrom().item(List.of());
    }

    /// Makes the next call read at once if there may be more events.
    public void soonIf(boolean mayBeMore) {
        if (mayBeMore) {
            asking.makeDue();
        }
    }

    private Uni<List<EventToDeliver>> ask(int heads, int behind) {
        return parked.due(subscription.name(), heldShards.shards(), subscription.ordered(), heads, behind)
                .onItem().invoke(due -> soonIf(due.size() >= heads));
    }

}
