package dev.onceward.relay.parked;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Some of the ordering keys that have parked events, by their hashes.
///
/// @param rest the shards that may have more keys, each with the last key of this page; empty if these are all
public record OrderingKeyPage(Set<UUID> keys, Map<Short, UUID> rest) {

    public boolean isLast() {
        return rest.isEmpty();
    }
}
