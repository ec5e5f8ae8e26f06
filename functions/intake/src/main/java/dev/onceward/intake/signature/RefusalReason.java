package dev.onceward.intake.signature;

import java.util.Locale;

/// At which step a request turned out not to be genuine. The words are those of the metric.
public enum RefusalReason {
    /// Where the signature or something it covers should be, there is nothing.
    MISSING,
    /// It is there more than once, and nobody can say which one counts.
    REPEATED,
    /// It is no signature, no timestamp, no certificate.
    MALFORMED,
    /// It was signed too long ago.
    STALE,
    /// It claims to come from the future.
    AHEAD,
    /// It was signed by somebody else, or for somebody else.
    NO_MATCH;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
