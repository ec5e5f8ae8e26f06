package dev.onceward.relay.courier;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import io.smallrye.mutiny.Uni;

import dev.onceward.cursor.Held;
import dev.onceward.parked.Turns;
import dev.onceward.relay.subscription.Subscription;

/// The ordering keys of which events are parked: what follows under one of them has to wait. It may know too many, never
/// too few.
final class WaitingKeys {
    private final Subscription subscription;
    private final Turns turns;
    private final Holdings holdings;
    private final Set<String> keys = new HashSet<>();
    private boolean disbanding;

    WaitingKeys(Subscription subscription, Turns turns, Holdings holdings) {
        this.subscription = subscription;
        this.turns = turns;
        this.holdings = holdings;
    }

    boolean has(String key) {
        return keys.contains(key);
    }

    void add(Collection<String> more) {
        keys.addAll(more);
    }

    /// Learns them anew, because others change them too. Where order need not be kept there are none, and what was queued
    /// when it had to be is set free.
    Uni<Void> learn(Held held) {
        if (holdings.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (subscription.ordered()) {
            return turns.keys(subscription.name(), holdings.shards())
                    .onItem().invoke(keys::retainAll)
                    .onItem().invoke(keys::addAll)
                    .replaceWithVoid();
        }
        disbanding |= !held.taken().isEmpty();
        return disbanding
                ? turns.disband(subscription.name(), holdings.shards())
                        .onItem().invoke(freed -> disbanding = freed == Turns.MOST_DISBANDED)
                        .replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    /// Events of these keys are parked no more; others of them may be.
    Uni<Void> free(Set<String> freed) {
        return freed.isEmpty()
                ? Uni.createFrom().voidItem()
                : turns.keysOf(subscription.name(), holdings.shards(), freed).onItem().invoke(still -> {
                    var free = new ArrayList<>(freed);
                    free.removeAll(still);
                    keys.removeAll(free);
                }).replaceWithVoid();
    }

    void startOver() {
        keys.clear();
    }
}
