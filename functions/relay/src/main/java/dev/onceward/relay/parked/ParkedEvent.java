package dev.onceward.relay.parked;

import dev.onceward.runtime.log.Event;

/// An event that is held back, and whose turn it is now.
///
/// @param attempts how many it had
public record ParkedEvent(short shard, ParkedState state, int attempts, Event event) {}
