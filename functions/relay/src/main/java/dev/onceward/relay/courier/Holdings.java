package dev.onceward.relay.courier;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.onceward.cursor.Held;
import dev.onceward.cursor.Lease;
import dev.onceward.log.Shard;
import dev.onceward.window.Place;
import dev.onceward.window.Window;

/// The shards that are ours, and how far each is read. Those that are read equally far are read together.
final class Holdings {
    private final Map<Lease, Place> places = new HashMap<>();

    Set<Lease> leases() {
        return Set.copyOf(places.keySet());
    }

    Set<Short> shards() {
        return places.keySet().stream().map(Lease::shard).collect(Collectors.toCollection(TreeSet::new));
    }

    Map<Lease, Place> places() {
        return Map.copyOf(places);
    }

    /// Whether the lease of a shard is the same as it was then.
    boolean areStill(Set<Lease> then, short shard) {
        return places.keySet().stream().anyMatch(lease -> lease.shard() == shard && then.contains(lease));
    }

    boolean hasAll() {
        return places.size() == Shard.COUNT;
    }

    /// Whether all leases were taken from this incarnation of the server.
    boolean areFrom(String incarnation) {
        return places.keySet().stream().allMatch(lease -> lease.incarnation().equals(incarnation));
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /// @return how many leases changed hands
    int update(Held held) {
        var before = places.size();
        places.keySet().retainAll(held.kept());
        var lost = before - places.size();
        places.putAll(held.taken());
        return lost + held.taken().size();
    }

    /// Only those are ours still.
    void keep(Set<Short> shards) {
        places.keySet().removeIf(lease -> !shards.contains(lease.shard()));
    }

    void drop(Collection<Lease> leases) {
        places.keySet().removeAll(leases);
    }

    /// Where the least is read.
    Place hindmost() {
        return places.values().stream().reduce((one, other) -> other.isBefore(one) ? other : one).orElseThrow();
    }

    Set<Short> shardsAt(Place place) {
        return places.entrySet().stream()
                .filter(entry -> entry.getValue().equals(place))
                .map(entry -> entry.getKey().shard())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    void move(Place from, Place to) {
        places.replaceAll((_, place) -> place.equals(from) ? to : place);
    }

    /// No further than where others stand, so that they can be read together from there.
    Window meeting(Window window) {
        var met = window;
        for (var place : places.values()) {
            met = met.until(place.from());
        }
        return met;
    }
}
