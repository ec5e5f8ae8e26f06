package dev.onceward.relay.admin;

import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.operate.ParkedFilter;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.problem.ProblemException;

/// Reads which parked events an operator means.
final class ReadParkedFilter {
    static final Set<String> NAMES = Set.of("event", "state", "ordering", "error", "before");

    private ReadParkedFilter() {}

    /// The parked events to list: the dead ones if the operator names nothing.
    static ParkedFilter toList(AdminParameters parameters) {
        var filter = of(parameters, state(parameters));
        return filter.isEmpty() ? ParkedFilter.dead() : filter;
    }

    /// The parked events to change: the dead ones unless the operator names a state. A forgotten state must not drop events
    /// that are still to be delivered.
    static ParkedFilter toChange(AdminParameters parameters) {
        var state = state(parameters);
        return of(parameters, state == null ? ParkedState.DEAD.word() : state);
    }

    private static ParkedFilter of(AdminParameters parameters, @Nullable String state) {
        return new ParkedFilter(parameters.uuid("event").orElse(null), state,
                parameters.text("ordering").orElse(null), parameters.text("error").orElse(null),
                parameters.time("before").orElse(null));
    }

    private static @Nullable String state(AdminParameters parameters) {
        var state = parameters.text("state").orElse(null);
        if (state != null && Stream.of(ParkedState.values()).noneMatch(known -> known.word().equals(state))) {
            throw ProblemException.malformed("state must be scheduled, blocked, in_flight or dead.");
        }
        return state;
    }
}
