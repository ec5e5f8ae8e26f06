package dev.onceward.runtime.log;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventTrace;

/// An event of the log.
///
/// @param at when the database stored it
/// @param orderingGroup the group within which the ordering key is compared; null means the source
/// @param headers of the request, names in lower case, several values joined by commas
/// @param body the bytes that arrived
public record Event(UUID id, Instant at, String source, String topic, @Nullable String type, @Nullable String ordering,
        @Nullable String orderingGroup, Map<String, String> headers, Buffer body, EventTrace trace) {

    /// An event whose ordering group is its source.
    public Event(UUID id, Instant at, String source, String topic, @Nullable String type, @Nullable String ordering,
            Map<String, String> headers, Buffer body, EventTrace trace) {
        this(id, at, source, topic, type, ordering, null, headers, body, trace);
    }

    /// Returns the ordering key with its group; null if the event has no order.
    public @Nullable OrderingKey orderingKey() {
        return ordering == null ? null : new OrderingKey(orderingGroup == null ? source : orderingGroup, ordering);
    }
}
