package dev.onceward.intake.signature;

import java.util.Locale;

/// The reason why verification failed. The words are labels of a metric.
public enum RefusalReason {
    /// The signature, or something that it covers, is missing.
    MISSING,
    /// A value came more than once, and it is unknown which one counts.
    REPEATED,
    /// A value is not a signature, timestamp or certificate.
    MALFORMED,
    /// The request was signed too long ago.
    STALE,
    /// The request was signed in the future.
    AHEAD,
    /// The signature was made with another key, or for another receiver.
    NO_MATCH;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
