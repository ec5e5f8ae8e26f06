package dev.onceward.intake.store;

import dev.onceward.intake.handshake.HandshakeReply;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.runtime.problem.Problem;

/// The outcome of a webhook, or of one CloudEvent.
public sealed interface IntakeOutcome {

    record NewlyStored(Receipt receipt) implements IntakeOutcome {}

    record Duplicate(Receipt receipt, FoundBy by) implements IntakeOutcome {}

    /// The request was a handshake, and this is the answer.
    record HandshakeAnswered(HandshakeReply reply) implements IntakeOutcome {}

    record RequestRefused(Problem problem) implements IntakeOutcome {}

    /// The server that knew the key of a duplicate.
    enum FoundBy {
        REDIS, POSTGRES
    }
}
