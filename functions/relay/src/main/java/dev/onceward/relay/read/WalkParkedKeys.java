package dev.onceward.relay.read;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.parked.OrderingKeyPage;
import dev.onceward.relay.parked.OrderingQueues;

/// Walks all ordering keys that have parked events, page by page, to give the first event of each its turn. The first page
/// begins with the first key, so it shows if there are no others. Each further page is read when a share of the time has
/// passed, because there may be millions of keys.
final class WalkParkedKeys {
    /// The pause after a page, as a multiple of the time that it took.
    private static final int SHARE = 10;
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final String subscription;
    private final OrderingQueues orderingQueues;
    private final HeldShards heldShards;
    private final Map<Short, UUID> rest = new HashMap<>();
    private final AtMostEvery paging = new AtMostEvery(LONGEST);
    private boolean again;

    WalkParkedKeys(String subscription, OrderingQueues orderingQueues, HeldShards heldShards) {
        this.subscription = subscription;
        this.orderingQueues = orderingQueues;
        this.heldShards = heldShards;
    }

    /// Looks at the first keys of all shards. Then, unless a walk is under way, begins one.
    Uni<OrderingKeyPage> begin() {
        var starts = new HashMap<Short, UUID>();
        heldShards.shards().forEach(shard -> starts.put(shard, OrderingQueues.START));
        return page(starts).onItem().invoke(this::beginBehind);
    }

    /// The next page, if there is one and its time has come.
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

    /// A walk begins anywhere, and from the first key only when it reached the last one: a relay that is called for a few
    /// seconds at a time would never get beyond the same first keys else.
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
            heldShards.shards().forEach(shard -> rest.put(shard, OrderingQueues.START));
        }
    }

    private Uni<OrderingKeyPage> page(Map<Short, UUID> after) {
        var begun = System.nanoTime();
        return orderingQueues.next(subscription, Map.copyOf(after)).onItem().invoke(() -> pauseAfter(begun));
    }

    private void pauseAfter(long begun) {
        var pause = (System.nanoTime() - begun) * SHARE;
        paging.pauseFor(Duration.ofNanos(Math.min(pause, LONGEST.toNanos())));
    }
}
