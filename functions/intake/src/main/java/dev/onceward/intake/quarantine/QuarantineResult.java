package dev.onceward.intake.quarantine;

import java.util.Locale;

/// What happened to a request that was to be put into quarantine. The sender is never told.
enum QuarantineResult {
    KEPT,
    /// The quarantine has the same request already, and counts this one.
    AGAIN,
    /// The quarantine or its queue is full.
    FULL,
    /// The statement failed.
    FAILED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The result that the SQL statement returned as text.
    static QuarantineResult of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
