package dev.onceward.intake.handshake;

import java.net.URI;

/// What a handshake is answered with.
public sealed interface HandshakeOutcome {

    record Answered(HandshakeReply reply) implements HandshakeOutcome {}

    /// Whoever asked did not know what the source's sender knows.
    record Denied() implements HandshakeOutcome {}

    /// The answer holds once this address was visited: the sender learns by that that we want its events.
    record Visiting(URI address, HandshakeReply reply) implements HandshakeOutcome {}

    /// The sender gave the secret it will sign with; the answer holds once it is kept.
    record Learned(String secret, HandshakeReply reply) implements HandshakeOutcome {}
}
