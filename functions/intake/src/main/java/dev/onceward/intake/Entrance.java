package dev.onceward.intake;

import dev.onceward.problem.Problem;
import dev.onceward.request.Request;

/// Whether a request got in whole and within its limits.
sealed interface Entrance {

    record Admitted(Request request) implements Entrance {}

    record Turned(Problem problem) implements Entrance {}
}
