package dev.onceward.intake;

import dev.onceward.log.Receipt;
import dev.onceward.problem.Problem;

/// What became of a request.
sealed interface Outcome {

    record New(Receipt receipt) implements Outcome {}

    record Again(Receipt receipt, EndedBy by) implements Outcome {}

    record Refused(Problem problem) implements Outcome {}

    /// Who knew that it was a duplicate.
    enum EndedBy {
        REDIS, POSTGRES
    }
}
