package dev.onceward.intake.handshake;

import java.net.URI;

/// What comes of a greeting.
public sealed interface Greeted {

    record Answered(Reply reply) implements Greeted {}

    /// Whoever asked did not know what the source's sender knows.
    record Denied() implements Greeted {}

    /// The answer holds once this address was visited: the sender learns by that that we want its events.
    record Visiting(URI address, Reply reply) implements Greeted {}

    /// The sender gave the secret it will sign with; the answer holds once it is kept.
    record Learned(String secret, Reply reply) implements Greeted {}
}
