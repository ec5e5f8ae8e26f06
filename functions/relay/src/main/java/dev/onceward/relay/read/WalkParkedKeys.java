package dev.onceward.relay.read;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.parked.OrderingKeyPage;
import dev.onceward.relay.parked.UnblockParkedEvents;

/// Goes through all ordering keys that have parked events, page by page, and makes the first blocked event of each key
/// due. The first page begins with the first key, so it shows whether there are others. There may be millions of keys,
/// so further pages are read with pauses that limit the share of time they take.
final class WalkParkedKeys {
    /// The pause after a page, as a multiple of the time that it took.
    private static final int SHARE = 10;
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final String subscription;
    private final UnblockParkedEvents unblockParkedEvents;
    private final HeldShards heldShards;
    private final Map<Short, UUID> rest = new HashMap<>();
    private final AtMostEvery paging = new AtMostEvery(LONGEST);
    private boolean again;

    WalkParkedKeys(String subscription, UnblockParkedEvents unblockParkedEvents, HeldShards heldShards) {
        this.subscription = subscription;
        this.unblockParkedEvents = unblockParkedEvents;
        this.heldShards = heldShards;
    }

    /// Reads the first keys of all shards. If there are more keys and no pass is under way, a new pass begins.
    Uni<OrderingKeyPage> begin() {
        var starts = new HashMap<Short, UUID>();
        heldShards.shards().forEach(shard -> starts.put(shard, UnblockParkedEvents.START));
        return page(starts).onItem().invoke(this::beginBehind);
    }

    /// Reads the next page, if there is one and the pause is over.
    Uni<Void> goOn() {
        rest.keySet().retainAll(heldShards.shards());
        return rest.isEmpty() || !paging.isDue()
                ? Uni.createFrom().voidItem()
                : page(rest).onItem().invoke(this::goBehind).replaceWithVoid();
    }

    void startOver() {
        rest.clear();
        again = false;
    }

    /// Begins a pass at a random key, and continues from the first key after it reached the last one. Otherwise a relay
    /// that runs for a few seconds at a time would never get beyond the same first keys.
    private void beginBehind(OrderingKeyPage first) {
        if (first.isLast()) {
            startOver();
        } else if (rest.isEmpty()) {
            first.rest().keySet().forEach(shard -> rest.put(shard, UUID.randomUUID()));
            again = true;
        } else {
            first.rest().forEach(rest::putIfAbsent);
        }
    }

    private void goBehind(OrderingKeyPage page) {
        rest.clear();
        rest.putAll(page.rest());
        if (rest.isEmpty() && again) {
            again = false;
            heldShards.shards().forEach(shard -> rest.put(shard, UnblockParkedEvents.START));
        }
    }

    private Uni<OrderingKeyPage> page(Map<Short, UUID> after) {
        var begun = System.nanoTime();
        return unblockParkedEvents.next(subscription, Map.copyOf(after)).onItem().invoke(() -> pauseAfter(begun));
    }

    private void pauseAfter(long begun) {
        var pause = (System.nanoTime() - begun) * SHARE;
        paging.pauseFor(Duration.ofNanos(Math.min(pause, LONGEST.toNanos())));
    }
}
