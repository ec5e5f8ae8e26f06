package dev.onceward.internal.guard.redis;

import java.util.Locale;

/// What is kept of an operation that has ended.
public enum EntryState {
    COMPLETED,
    /// Completed, and the answer is not kept.
    UNANSWERED,
    FAILED,
    /// The next call runs the operation, for the same body.
    PENDING;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static EntryState of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
