package dev.onceward.runtime.body;

import dev.onceward.runtime.problem.Problem;

/// The result of parsing a request: a value, or the problem with which the sender is answered.
public sealed interface Parsed<T> {

    record Valid<T>(T value) implements Parsed<T> {}

    record Invalid<T>(Problem problem) implements Parsed<T> {}
}
