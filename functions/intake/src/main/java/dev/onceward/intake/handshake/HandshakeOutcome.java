package dev.onceward.intake.handshake;

import java.net.URI;

/// The outcome of a handshake.
public sealed interface HandshakeOutcome {

    record Answered(HandshakeReply reply) implements HandshakeOutcome {}

    /// The request does not hold the source's token.
    record Denied() implements HandshakeOutcome {}

    /// The reply is sent after intake has fetched this address, by which the sender learns that its events are wanted.
    record ConfirmByFetch(URI address, HandshakeReply reply) implements HandshakeOutcome {}

    /// The sender gave the secret that it will sign with. The reply is sent after the secret is stored.
    record SecretReceived(String secret, HandshakeReply reply) implements HandshakeOutcome {}
}
