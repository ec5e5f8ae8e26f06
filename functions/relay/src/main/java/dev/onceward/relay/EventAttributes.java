package dev.onceward.relay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.log.Event;

import static java.util.Objects.requireNonNullElse;

/// An event as attributes of CloudEvents 1.0; each broker has its own way to write them down. The id is the event's own
/// and the same each time it is sent: it is what receivers drop copies by. The headers it once came with stay behind.
final class EventAttributes {
    private EventAttributes() {}

    static Map<String, String> of(Event event) {
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("specversion", "1.0");
        attributes.put("id", event.id().toString());
        attributes.put("source", event.source());
        // A CloudEvent must have a type. What it is about is the nearest to one.
        attributes.put("type", requireNonNullElse(event.type(), event.topic()));
        attributes.put("time", event.at().toString());
        put(attributes, "partitionkey", event.ordering());
        put(attributes, "correlationid", event.trace().correlation());
        put(attributes, "causationid", event.trace().causation());
        attributes.putAll(trace(event));
        return attributes;
    }

    /// As W3C's trace context names them.
    static Map<String, String> trace(Event event) {
        var trace = new LinkedHashMap<String, String>();
        put(trace, "traceparent", event.trace().parent());
        put(trace, "tracestate", event.trace().state());
        return trace;
    }

    /// What the sender said the body is.
    static Optional<String> mediaType(Event event) {
        return Optional.ofNullable(event.headers().get("content-type"));
    }

    private static void put(Map<String, String> attributes, String name, @Nullable String value) {
        if (value != null) {
            attributes.put(name, value);
        }
    }
}
