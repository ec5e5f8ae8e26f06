package dev.onceward.relay.sink;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.KeyText;
import dev.onceward.runtime.log.Event;

/// Returns the attributes of an event as a CloudEvent. Source and id together identify the event, and are the same for
/// every attempt and every subscription: the id is the event's own, and the source is `/onceward/` with the name of the
/// source that sent it. An event without a type has its topic as the type, because CloudEvents requires one.
public final class CloudEventAttributes {
    private CloudEventAttributes() {}

    public static Map<String, String> of(Event event) {
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("specversion", "1.0");
        attributes.put("id", event.id().toString());
        attributes.put("source", "/onceward/" + PercentEncoding.segment(event.source()));
        attributes.put("type", isBlank(event.type()) ? event.topic() : event.type());
        attributes.put("time", event.at().toString());
        put(attributes, "partitionkey", partitionKey(event));
        put(attributes, "traceparent", event.trace().parent());
        put(attributes, "tracestate", event.trace().state());
        put(attributes, "correlationid", event.trace().correlation());
        put(attributes, "causationid", event.trace().causation());
        return attributes;
    }

    /// Omits a key that is longer than allowed, as of events that were stored before there was a limit. Such a header
    /// would be too large for most receivers, and every attempt would fail.
    private static @Nullable String partitionKey(Event event) {
        var key = event.ordering();
        return key != null && key.length() <= KeyText.MAX_LENGTH ? key : null;
    }

    /// CloudEvents does not allow empty attributes.
    private static void put(Map<String, String> attributes, String name, @Nullable String value) {
        if (!isBlank(value)) {
            attributes.put(name, value);
        }
    }

    private static boolean isBlank(@Nullable String value) {
        return value == null || value.isEmpty();
    }
}
