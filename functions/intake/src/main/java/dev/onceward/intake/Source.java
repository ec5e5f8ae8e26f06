package dev.onceward.intake;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.onceward.key.KeyRule;
import dev.onceward.signature.Scheme;
import dev.onceward.signature.Unsigned;

/// A configured sender.
///
/// @param retention how long its keys are kept; nothing means forever
/// @param contentTypes what it may send; empty means anything
record Source(String name, Scheme scheme, KeyRule key, @Nullable KeyRule ordering, String topic, OnMismatch onMismatch,
        @Nullable Duration retention, long maxBody, List<String> contentTypes, double warnAboveDuplicates) {

    /// The source that CloudEvents come in by.
    static final String EVENTS = "events";

    boolean isSigned() {
        return !(scheme instanceof Unsigned);
    }

    boolean takes(@Nullable String contentType) {
        return contentTypes.isEmpty() || (contentType != null && contentTypes.contains(mediaType(contentType)));
    }

    private static String mediaType(String contentType) {
        var end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
