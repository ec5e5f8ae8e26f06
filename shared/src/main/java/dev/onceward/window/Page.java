package dev.onceward.window;

import java.util.List;

/// Some events in the order in which they are to be delivered, and how far the log is read with them.
///
/// @param more whether there is more to read at once
public record Page(List<Placed> events, Place place, boolean more) {}
