package dev.onceward.intake.store;

import dev.onceward.intake.handshake.HandshakeReply;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.runtime.problem.Problem;

/// What became of a request.
public sealed interface IntakeOutcome {

    record NewlyStored(Receipt receipt) implements IntakeOutcome {}

    record Duplicate(Receipt receipt, FoundBy by) implements IntakeOutcome {}

    /// It was no event but a question, and this is the answer.
    record HandshakeAnswered(HandshakeReply reply) implements IntakeOutcome {}

    record RequestRefused(Problem problem) implements IntakeOutcome {}

    /// Who knew that it was a duplicate.
    enum FoundBy {
        REDIS, POSTGRES
    }
}
