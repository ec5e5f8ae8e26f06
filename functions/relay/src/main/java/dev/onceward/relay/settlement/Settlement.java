package dev.onceward.relay.settlement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.window.ReadPosition;

/// What a page came to: written whole for each shard whose lease still holds, and not at all for the others.
///
/// @param places how far each shard is read now
/// @param unparked parked events that need not be held back any more, with their shards
public record Settlement(Map<ShardLease, ReadPosition> places, Map<UUID, Short> unparked, List<ParkEvent> parked,
        List<AttemptRecord> attempts) {

    /// Each event once, as a statement can write a row only once: what was said of it last, unless it is unparked.
    List<ParkEvent> eachParkedOnce() {
        var last = new LinkedHashMap<UUID, ParkEvent>();
        parked.forEach(parking -> last.merge(parking.event(), parking, ParkEvent::then));
        last.keySet().removeAll(unparked.keySet());
        return List.copyOf(last.values());
    }
}
