package dev.onceward.relay.admin;

import dev.onceward.runtime.problem.Problem;

/// What a caller of `POST /run` may have.
public sealed interface RunAccess {

    /// The operator, or a program of his: a run for as long as it asks for, and all that can be told.
    record FullAccess() implements RunAccess {}

    /// Anybody: a run, and nothing that tells of subscriptions.
    record RunOnly() implements RunAccess {}

    record NoAccess(Problem problem) implements RunAccess {}
}
