package dev.onceward.internal.event;

import org.jspecify.annotations.Nullable;

/// The W3C trace context of an event, the id of the process it belongs to (correlation), and the id of its cause
/// (causation).
public record EventTrace(@Nullable String parent, @Nullable String state, @Nullable String correlation,
        @Nullable String causation) {

    public static final EventTrace NONE = new EventTrace(null, null, null, null);
}
