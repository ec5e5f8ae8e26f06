package dev.onceward.relay.window;

import java.util.List;
import java.util.stream.Stream;

import dev.onceward.relay.edge.Edge;

/// What was committed between two edges.
///
/// @param steps the edges in between and the last one: what an earlier one shows is read before what only a later one
///     shows
/// @param after where in the log to begin: nothing of the window lies before
/// @param last whether it ends with the edge of now, so that nothing is left behind it
public record Window(Edge from, List<Edge> steps, long after, boolean last) {

    public Edge to() {
        return steps.getLast();
    }

    boolean hasSteps() {
        return steps.size() > 1;
    }

    /// The same from another place in the log.
    Window from(long after) {
        return new Window(from, steps, after, last);
    }

    /// No further than an edge, if that lies within.
    public Window until(Edge edge) {
        if (!edge.isAfter(from) || !to().isAfter(edge)) {
            return this;
        }
        var before = steps.stream().filter(step -> edge.isAfter(step));
        return new Window(from, Stream.concat(before, Stream.of(edge)).toList(), after, false);
    }

    /// Its first step alone.
    Window first() {
        return new Window(from, List.of(steps.getFirst()), after, last && !hasSteps());
    }

    /// How many of the steps do not show a transaction.
    int step(long tx) {
        var step = 0;
        while (step < steps.size() - 1 && !steps.get(step).snapshot().shows(tx)) {
            step++;
        }
        return step;
    }
}
