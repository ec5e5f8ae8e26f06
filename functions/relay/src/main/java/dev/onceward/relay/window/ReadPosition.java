package dev.onceward.relay.window;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.edge.Edge;

/// How far a subscription has read: everything up to an edge, and of the window that is open, if one is, everything up
/// to a place in the log.
///
/// @param after 0 if no window is open
public record ReadPosition(Edge from, @Nullable Edge to, long after) {

    public static ReadPosition at(Edge edge) {
        return new ReadPosition(edge, null, 0);
    }

    /// Whether another is read further than this.
    public boolean isBefore(ReadPosition other) {
        var byEdge = from.compareTo(other.from);
        return byEdge < 0 || (byEdge == 0 && after < other.after);
    }

    /// The rest of the window that is open, if one is.
    public Optional<Window> rest() {
        return Optional.ofNullable(to).map(end -> new Window(from, List.of(end), after, false));
    }
}
