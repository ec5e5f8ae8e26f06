package dev.onceward.intake;

import dev.onceward.intake.handshake.Reply;
import dev.onceward.log.Receipt;
import dev.onceward.problem.Problem;

/// What became of a request.
sealed interface Outcome {

    record New(Receipt receipt) implements Outcome {}

    record Again(Receipt receipt, EndedBy by) implements Outcome {}

    /// It was no event but a question, and this is the answer.
    record Greeted(Reply reply) implements Outcome {}

    record Refused(Problem problem) implements Outcome {}

    /// Who knew that it was a duplicate.
    enum EndedBy {
        REDIS, POSTGRES
    }
}
