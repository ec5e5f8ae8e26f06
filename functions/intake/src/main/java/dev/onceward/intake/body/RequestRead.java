package dev.onceward.intake.body;

import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;

/// Whether a request got in whole and within its limits.
public sealed interface RequestRead {

    record ReadWhole(Request request) implements RequestRead {}

    record NotRead(Problem problem) implements RequestRead {}
}
