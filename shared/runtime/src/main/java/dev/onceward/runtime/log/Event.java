package dev.onceward.runtime.log;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventTrace;

/// What the log holds.
///
/// @param at when the database stored it
/// @param orderingGroup what the ordering key is bound to; nothing means the source
/// @param headers of the request, names in lower case, several values joined with a comma
/// @param body the bytes that came
public record Event(UUID id, Instant at, String source, String topic, @Nullable String type, @Nullable String ordering,
        @Nullable String orderingGroup, Map<String, String> headers, Buffer body, EventTrace trace) {

    /// An event whose ordering key is bound to its source.
    public Event(UUID id, Instant at, String source, String topic, @Nullable String type, @Nullable String ordering,
            Map<String, String> headers, Buffer body, EventTrace trace) {
        this(id, at, source, topic, type, ordering, null, headers, body, trace);
    }

    /// The ordering key with the group that it is bound to; nothing if the event is in no order.
    public @Nullable OrderingKey orderingKey() {
        return ordering == null ? null : new OrderingKey(orderingGroup == null ? source : orderingGroup, ordering);
    }
}
