package dev.onceward.intake;

import dev.onceward.problem.Problem;

/// A request read as an event, or why it cannot be.
sealed interface Draft {

    record Ready(Submission submission) implements Draft {}

    record Wrong(Problem problem) implements Draft {}
}
