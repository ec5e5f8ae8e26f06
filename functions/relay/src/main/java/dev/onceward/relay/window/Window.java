package dev.onceward.relay.window;

import java.util.List;
import java.util.stream.Stream;

import dev.onceward.relay.edge.WindowEdge;

/// The events that were committed between two edges.
///
/// @param steps the edges in between and the last one; what an earlier edge shows is read before what only a later one
///        shows
/// @param after the place in the log at which to begin; no event of the window lies before it
/// @param last whether the window ends with the present edge, so that the log ends with it
public record Window(WindowEdge from, List<WindowEdge> steps, long after, boolean last) {

    public WindowEdge to() {
        return steps.getLast();
    }

    boolean hasSteps() {
        return steps.size() > 1;
    }

    /// The same window, beginning at another place in the log.
    Window from(long after) {
        return new Window(from, steps, after, last);
    }

    /// The same window, ending with an edge if that lies within.
    public Window until(WindowEdge edge) {
        if (!edge.isAfter(from) || !to().isAfter(edge)) {
            return this;
        }
        var before = steps.stream().filter(step -> edge.isAfter(step));
        return new Window(from, Stream.concat(before, Stream.of(edge)).toList(), after, false);
    }

    /// The window of the first step alone.
    Window first() {
        return new Window(from, List.of(steps.getFirst()), after, last && !hasSteps());
    }

    /// The number of steps that do not show a transaction.
    int step(long tx) {
        var step = 0;
        while (step < steps.size() - 1 && !steps.get(step).snapshot().shows(tx)) {
            step++;
        }
        return step;
    }
}
