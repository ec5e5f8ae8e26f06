package dev.onceward.relay.window;

import java.util.List;

import org.jspecify.annotations.Nullable;

/// Events in the order in which they are to be delivered, and the position after them.
///
/// @param more whether there are more events to read at once
/// @param incarnation of the server that the events were read from; null if there are none
public record Page(List<EventToDeliver> events, ReadPosition place, boolean more, @Nullable String incarnation) {}
