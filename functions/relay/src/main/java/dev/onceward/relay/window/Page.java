package dev.onceward.relay.window;

import java.util.List;

import org.jspecify.annotations.Nullable;

/// Some events in the order in which they are to be delivered, and how far the log is read with them.
///
/// @param more whether there is more to read at once
/// @param incarnation of the server that the events were read from; nothing if there are none
public record Page(List<EventToDeliver> events, ReadPosition place, boolean more, @Nullable String incarnation) {}
