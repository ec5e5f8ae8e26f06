package dev.onceward.intake.signature;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/// The result of verifying a request.
public sealed interface Verdict {

    /// @param secret the id of the secret that matched; null if the source is unsigned
    record Verified(@Nullable String secret) implements Verdict {}

    /// @param why the details for our own log; they would help an attacker, so the sender is not told
    record Unverified(RefusalReason reason, String why) implements Verdict {}

    /// The request cannot be verified without the sender's public key, which is published at this address.
    record KeyUnavailable(URI key) implements Verdict {}
}
