package dev.onceward.relay.read;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.parked.OrderingKeyPage;
import dev.onceward.relay.parked.UnblockParkedEvents;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// Remembers the ordering keys that have parked events, because further events of these keys must wait. It may contain
/// too many keys, never too few. If there are few such keys it knows all of them, because no other relay parks events
/// of this relay's shards. If there are many, the keys of each page are looked up before the page is sent.
public final class ParkedKeys {
    private static final int MOST_KNOWN = 10_000;

    private final Subscription subscription;
    private final UnblockParkedEvents unblockParkedEvents;
    private final HeldShards heldShards;
    private final WalkParkedKeys walk;
    private final Set<UUID> keys = new HashSet<>();
    private boolean areAll;
    private boolean unblocking;

    public ParkedKeys(Subscription subscription, UnblockParkedEvents unblockParkedEvents, HeldShards heldShards) {
        this.subscription = subscription;
        this.unblockParkedEvents = unblockParkedEvents;
        this.heldShards = heldShards;
        this.walk = new WalkParkedKeys(subscription.name(), unblockParkedEvents, heldShards);
    }

    /// Whether a key has parked events; for keys of a page, after `ask`.
    public boolean has(OrderingKey key) {
        return !keys.isEmpty() && keys.contains(key.hash());
    }

    public void add(Collection<OrderingKey> more) {
        more.forEach(key -> keys.add(key.hash()));
        if (keys.size() > MOST_KNOWN) {
            forget();
        }
    }

    /// Reads the keys again, because other relays and operators change them too. If the subscription is not ordered
    /// there are none, and events that were blocked while it was ordered become due.
    public Uni<Void> learn(HeldLeases heldLeases) {
        if (heldShards.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (subscription.ordered()) {
            return walk.begin().onItem().invoke(this::learn).replaceWithVoid();
        }
        unblocking |= !heldLeases.taken().isEmpty();
        return unblocking ? unblockAll() : Uni.createFrom().voidItem();
    }

    private Uni<Void> unblockAll() {
        return unblockParkedEvents.unblockAll(subscription.name(), heldShards.shards())
                .onItem().invoke(freed -> unblocking = freed == UnblockParkedEvents.MOST_UNBLOCKED)
                .replaceWithVoid();
    }

    /// Makes the first events of some more keys due, if there are so many keys that one statement did not reach them.
    public Uni<Void> goOn() {
        return walk.goOn();
    }

    /// Looks up the keys of a page before it is sent. No other relay parks events of this relay's shards, so the answer
    /// holds until the page is settled.
    public Uni<Void> ask(List<EventToDeliver> page) {
        if (!subscription.ordered() || areAll) {
            return Uni.createFrom().voidItem();
        }
        var asked = new HashMap<UUID, Short>();
        for (var placed : page) {
            var key = placed.event().orderingKey();
            if (key != null) {
                asked.put(key.hash(), placed.shard());
            }
        }
        return among(asked).onItem().invoke(this::keepOnly).replaceWithVoid();
    }

    /// Looks up keys of which a parked event was delivered, because further events of them may be parked.
    public Uni<Void> free(Map<OrderingKey, Short> freed) {
        var asked = new HashMap<UUID, Short>();
        freed.forEach((key, shard) -> asked.put(key.hash(), shard));
        return among(asked).onItem().invoke(still -> forget(asked.keySet(), still)).replaceWithVoid();
    }

    private void forget(Set<UUID> asked, Set<UUID> still) {
        var free = new HashSet<>(asked);
        free.removeAll(still);
        keys.removeAll(free);
    }

    public void startOver() {
        forget();
        walk.startOver();
    }

    private Uni<Set<UUID>> among(Map<UUID, Short> asked) {
        return asked.isEmpty()
                ? Uni.createFrom().item(Set.of())
                : unblockParkedEvents.among(subscription.name(), asked);
    }

    private void learn(OrderingKeyPage page) {
        keepOnly(page.isLast() ? page.keys() : Set.of());
        areAll = page.isLast();
    }

    private void keepOnly(Set<UUID> known) {
        keys.clear();
        keys.addAll(known);
    }

    private void forget() {
        keys.clear();
        areAll = false;
    }
}
