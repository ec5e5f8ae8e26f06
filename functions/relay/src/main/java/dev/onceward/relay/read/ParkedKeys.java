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
import dev.onceward.relay.parked.OrderingQueues;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// The ordering keys of which events are parked: what follows under one of them has to wait. It may know too many, never
/// too few. If they are few, all of them are known here, because nobody else parks events of our shards. If they are
/// many, each page asks for the keys of its own events before it is sent.
public final class ParkedKeys {
    private static final int MOST_KNOWN = 10_000;

    private final Subscription subscription;
    private final OrderingQueues orderingQueues;
    private final HeldShards heldShards;
    private final WalkParkedKeys walk;
    private final Set<UUID> keys = new HashSet<>();
    private boolean areAll;
    private boolean disbanding;

    public ParkedKeys(Subscription subscription, OrderingQueues orderingQueues, HeldShards heldShards) {
        this.subscription = subscription;
        this.orderingQueues = orderingQueues;
        this.heldShards = heldShards;
        this.walk = new WalkParkedKeys(subscription.name(), orderingQueues, heldShards);
    }

    /// Of the keys of a page, after `ask`.
    public boolean has(OrderingKey key) {
        return !keys.isEmpty() && keys.contains(key.hash());
    }

    public void add(Collection<OrderingKey> more) {
        more.forEach(key -> keys.add(key.hash()));
        if (keys.size() > MOST_KNOWN) {
            forget();
        }
    }

    /// Learns them anew, because others change them too. Where order need not be kept there are none, and what was queued
    /// when it had to be is set free.
    public Uni<Void> learn(HeldLeases heldLeases) {
        if (heldShards.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (subscription.ordered()) {
            return walk.begin().onItem().invoke(this::learn).replaceWithVoid();
        }
        disbanding |= !heldLeases.taken().isEmpty();
        return disbanding ? disband() : Uni.createFrom().voidItem();
    }

    private Uni<Void> disband() {
        return orderingQueues.disband(subscription.name(), heldShards.shards())
                .onItem().invoke(freed -> disbanding = freed == OrderingQueues.MOST_DISBANDED)
                .replaceWithVoid();
    }

    /// Gives their turn to the first of some more keys, if there are so many that one statement did not reach them.
    public Uni<Void> goOn() {
        return walk.goOn();
    }

    /// Before a page is sent. Nobody but us parks events of our shards, so the answer holds until we settle the page.
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

    /// Events of these keys are parked no more; others of them may be.
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
        return asked.isEmpty() ? Uni.createFrom().item(Set.of()) : orderingQueues.among(subscription.name(), asked);
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
