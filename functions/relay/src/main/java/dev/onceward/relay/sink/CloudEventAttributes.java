package dev.onceward.relay.sink;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.KeyText;
import dev.onceward.runtime.log.Event;

/// An event as CloudEvents has it. Source and id together say which event it is, and are the same for every attempt and
/// every subscription: the id is the event's own, the source is `/onceward/` and the name of the source that sent it. An
/// event without a type has its topic as the type, because CloudEvents wants one.
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

    /// Left out if it is longer than a key may be, as a few are that were stored before there was a limit. As a header it
    /// would be too large for most receivers, and the event would fail at each attempt.
    private static @Nullable String partitionKey(Event event) {
        var key = event.ordering();
        return key != null && key.length() <= KeyText.MAX_LENGTH ? key : null;
    }

    /// An attribute without a value may not stand there at all.
    private static void put(Map<String, String> attributes, String name, @Nullable String value) {
        if (!isBlank(value)) {
            attributes.put(name, value);
        }
    }

    private static boolean isBlank(@Nullable String value) {
        return value == null || value.isEmpty();
    }
}
