package dev.onceward.intake.source;

import dev.onceward.intake.handshake.SourceHandshakes;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Unsigned;

/// A configured sender, with the settings that the steps of a webhook need.
///
/// @param credentials verifies the source's requests, with the secrets of the moment
/// @param rules how an event is read and stored
/// @param taken the answer to the sender of a stored event
/// @param limits which bodies are read
/// @param warnAboveDuplicates the share of duplicates, in percent, above which intake logs a warning
public record Source(String name, SourceScheme credentials, SignatureSettings signing, SourceHandshakes handshakes,
        EventRules rules, OnUnverified onUnverified, SuccessAnswer taken, BodyLimits limits,
        double warnAboveDuplicates) {

    /// The name of the source that receives CloudEvents.
    public static final String EVENTS = "events";

    public boolean isSigned() {
        return !(credentials.scheme() instanceof Unsigned);
    }

    /// Returns a scheme that ignores the age of a request.
    public Scheme timeless() {
        return signing.timeless().apply(credentials.secrets());
    }
}
