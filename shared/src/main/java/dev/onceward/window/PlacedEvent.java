package dev.onceward.window;

import dev.onceward.log.Event;

/// An event and where it lies in the log.
public record PlacedEvent(long seq, long tx, short shard, Event event) {}
