package dev.onceward.relay.lease;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.onceward.internal.event.Shard;
import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.relay.window.Window;

/// The shards that this relay holds, and the position of each. Shards with equal positions are read together.
public final class HeldShards {
    private final Map<ShardLease, ReadPosition> places = new HashMap<>();
    private boolean areAllLost;
    private long changes;

    public Set<ShardLease> leases() {
        return Set.copyOf(places.keySet());
    }

    public Set<Short> shards() {
        return places.keySet().stream().map(ShardLease::shard).collect(Collectors.toCollection(TreeSet::new));
    }

    public Map<ShardLease, ReadPosition> places() {
        return Map.copyOf(places);
    }

    /// Whether the shard is still held by the lease that it had then.
    public boolean areStill(Set<ShardLease> then, short shard) {
        return places.keySet().stream().anyMatch(lease -> lease.shard() == shard && then.contains(lease));
    }

    public boolean hasAll() {
        return places.size() == Shard.COUNT;
    }

    /// Whether all leases were taken from this incarnation of the server.
    public boolean areFrom(String incarnation) {
        return places.keySet().stream().allMatch(lease -> lease.incarnation().equals(incarnation));
    }

    public boolean isEmpty() {
        return places.isEmpty();
    }

    /// Whether the last leases were lost, and not given back.
    public boolean areAllLost() {
        return areAllLost;
    }

    /// A number that differs after each change of the leases.
    public long changes() {
        return changes;
    }

    /// @return how many leases changed hands
    public int update(HeldLeases heldLeases) {
        var before = places.size();
        places.keySet().retainAll(heldLeases.kept());
        var lost = before - places.size();
        places.putAll(heldLeases.taken());
        areAllLost = lost > 0 && places.isEmpty();
        changes += lost + heldLeases.taken().size();
        return lost + heldLeases.taken().size();
    }

    /// Drops the leases of all other shards.
    public void keep(Set<Short> shards) {
        var lost = places.keySet().removeIf(lease -> !shards.contains(lease.shard()));
        areAllLost |= lost && places.isEmpty();
        changes += lost ? 1 : 0;
    }

    /// Drops these leases.
    public void drop(Collection<ShardLease> leases) {
        changes += places.keySet().removeAll(leases) ? 1 : 0;
    }

    /// The position of the shard that has been read least.
    public ReadPosition furthestBack() {
        return places.values().stream().reduce((one, other) -> other.isBefore(one) ? other : one).orElseThrow();
    }

    public Set<Short> shardsAt(ReadPosition readPosition) {
        return places.entrySet().stream()
                .filter(entry -> entry.getValue().equals(readPosition))
                .map(entry -> entry.getKey().shard())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public void move(ReadPosition from, ReadPosition to) {
        places.replaceAll((_, readPosition) -> readPosition.equals(from) ? to : readPosition);
    }

    /// Shortens the window to end where another shard's position is, so that the shards can be read together from
    /// there.
    public Window meeting(Window window) {
        var met = window;
        for (var readPosition : places.values()) {
            met = met.until(readPosition.from());
        }
        return met;
    }
}
