package dev.onceward.intake.source;

import java.util.Locale;

/// How a source treats another body under a known key.
public enum OnMismatch {
    REJECT, ACCEPT, REPLAY;

    /// @throws IllegalArgumentException whose message ends the sentence "the value …"
    public static OnMismatch named(String name) {
        for (var value : values()) {
            if (value.name().toLowerCase(Locale.ROOT).equals(name)) {
                return value;
            }
        }
        throw new IllegalArgumentException("must be one of reject, accept, replay");
    }
}
