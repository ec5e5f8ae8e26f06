package dev.onceward.intake.body;

import dev.onceward.runtime.problem.Problem;

/// What was read from a request: a value, or the problem that its sender is told.
public sealed interface Parsed<T> {

    record Valid<T>(T value) implements Parsed<T> {}

    record Invalid<T>(Problem problem) implements Parsed<T> {}
}
