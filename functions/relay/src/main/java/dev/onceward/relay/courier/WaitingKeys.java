package dev.onceward.relay.courier;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import io.smallrye.mutiny.Uni;

import dev.onceward.cursor.Held;
import dev.onceward.parked.ParkedEvents;
import dev.onceward.relay.subscription.Subscription;

/// The ordering keys of which events are parked: what follows under one of them has to wait. It may know too many, never
/// too few.
final class WaitingKeys {
    private final Subscription subscription;
    private final ParkedEvents parked;
    private final Holdings holdings;
    private final Set<String> keys = new HashSet<>();
    private boolean disbanding;

    WaitingKeys(Subscription subscription, ParkedEvents parked, Holdings holdings) {
        this.subscription = subscription;
        this.parked = parked;
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
            return parked.keys(subscription.name(), holdings.shards())
                    .onItem().invoke(keys::retainAll)
                    .onItem().invoke(keys::addAll)
                    .replaceWithVoid();
        }
        disbanding |= !held.taken().isEmpty();
        return disbanding
                ? parked.disband(subscription.name(), holdings.shards())
                        .onItem().invoke(freed -> disbanding = freed == ParkedEvents.MOST_DISBANDED)
                        .replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    /// Events of these keys are parked no more; others of them may be.
    Uni<Void> free(Set<String> freed) {
        return freed.isEmpty()
                ? Uni.createFrom().voidItem()
                : parked.keysOf(subscription.name(), holdings.shards(), freed).onItem().invoke(still -> {
                    var free = new ArrayList<>(freed);
                    free.removeAll(still);
                    keys.removeAll(free);
                }).replaceWithVoid();
    }

    void startOver() {
        keys.clear();
    }
}
