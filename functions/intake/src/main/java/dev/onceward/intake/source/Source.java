package dev.onceward.intake.source;

import dev.onceward.intake.handshake.SourceHandshakes;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Unsigned;

/// A configured sender: what each step of a webhook needs to know of it.
///
/// @param credentials what its requests are verified by, with `signing`
/// @param rules how an event is read and stored
/// @param taken what the sender is answered
/// @param limits which bodies are read
/// @param warnAboveDuplicates the share of duplicates, in percent, above which intake logs a warning
public record Source(String name, SourceScheme credentials, SignatureSettings signing, SourceHandshakes handshakes,
        EventRules rules, OnUnverified onUnverified, SuccessAnswer taken, BodyLimits limits,
        double warnAboveDuplicates) {

    /// The source that CloudEvents come in by.
    public static final String EVENTS = "events";

    public boolean isSigned() {
        return !(credentials.scheme() instanceof Unsigned);
    }

    /// The scheme that its requests are verified by if it does not matter when they were signed.
    public Scheme timeless() {
        return signing.timeless().apply(credentials.secrets());
    }
}
