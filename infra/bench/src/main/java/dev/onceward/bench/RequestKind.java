package dev.onceward.bench;

import java.util.Locale;

/// What kind of requests is sent.
enum RequestKind {
    /// Keys never seen before.
    NEW,
    /// Keys and bodies stored before.
    DUPLICATE,
    /// One in five is a duplicate.
    MIXED;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
