package dev.onceward.relay.delivery;

import dev.onceward.runtime.log.Event;

/// An event that is to be delivered.
///
/// @param attempts how many it had
/// @param parked whether it was held back before
public record EventToDeliver(short shard, Event event, int attempts, boolean parked) {}
