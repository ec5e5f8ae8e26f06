package dev.onceward.intake.quarantine;

import java.util.Locale;

/// What became of a request that was to be kept aside. Its sender never learns it.
enum QuarantineResult {
    KEPT,
    /// It is a copy of one that is kept.
    AGAIN,
    /// There is no room for it, in quarantine or on the way there.
    FULL,
    /// The database did not take it.
    FAILED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// As the statement says it.
    static QuarantineResult of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
