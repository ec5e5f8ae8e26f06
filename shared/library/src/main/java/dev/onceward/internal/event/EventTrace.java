package dev.onceward.internal.event;

import org.jspecify.annotations.Nullable;

/// Where an event stands among others: the W3C trace context it came with, what it belongs to, what caused it.
public record EventTrace(@Nullable String parent, @Nullable String state, @Nullable String correlation,
        @Nullable String causation) {

    public static final EventTrace NONE = new EventTrace(null, null, null, null);
}
