package dev.onceward.relay.window;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.edge.WindowEdge;

/// How far a subscription has read: everything up to an edge and, if a window is open, everything of the window up to a
/// place in the log.
///
/// @param after 0 if no window is open
public record ReadPosition(WindowEdge from, @Nullable WindowEdge to, long after) {

    public static ReadPosition at(WindowEdge edge) {
        return new ReadPosition(edge, null, 0);
    }

    /// Whether another position is further.
    public boolean isBefore(ReadPosition other) {
        var byEdge = from.compareTo(other.from);
        return byEdge < 0 || (byEdge == 0 && after < other.after);
    }

    /// The rest of the open window; empty if none is open.
    public Optional<Window> rest() {
        return Optional.ofNullable(to).map(end -> new Window(from, List.of(end), after, false));
    }
}
