package dev.onceward.relay.settlement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.window.ReadPosition;

/// The rows that follow from a page. They are written completely for each shard whose lease still holds, and not at all
/// for the others.
///
/// @param places the new position of each shard
/// @param unparked parked events that were delivered, with their shards
public record Settlement(Map<ShardLease, ReadPosition> places, Map<UUID, Short> unparked, List<ParkEvent> parked,
        List<AttemptRecord> attempts) {

    /// Returns each parked event once, because a statement can write a row only once: with its last change, and not at
    /// all if it is unparked.
    List<ParkEvent> eachParkedOnce() {
        var last = new LinkedHashMap<UUID, ParkEvent>();
        parked.forEach(parking -> last.merge(parking.event(), parking, ParkEvent::then));
        last.keySet().removeAll(unparked.keySet());
        return List.copyOf(last.values());
    }
}
