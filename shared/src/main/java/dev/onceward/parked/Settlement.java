package dev.onceward.parked;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.onceward.cursor.Lease;
import dev.onceward.window.Place;

/// What a page came to: written whole for each shard whose lease still holds, and not at all for the others.
///
/// @param places how far each shard is read now
/// @param delivered parked events that need not be held back any more, with their shards
public record Settlement(Map<Lease, Place> places, Map<UUID, Short> delivered, List<Parking> parked,
        List<Attempt> attempts) {

    /// Each event once, as a statement can write a row only once: what was said of it last, unless it is delivered.
    List<Parking> eachParkedOnce() {
        var last = new LinkedHashMap<UUID, Parking>();
        parked.forEach(parking -> last.merge(parking.event(), parking, Parking::then));
        last.keySet().removeAll(delivered.keySet());
        return List.copyOf(last.values());
    }
}
