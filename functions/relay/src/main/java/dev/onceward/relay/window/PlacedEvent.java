package dev.onceward.relay.window;

import dev.onceward.runtime.log.Event;

/// An event and where it lies in the log.
public record PlacedEvent(long seq, long tx, short shard, Event event) {}
