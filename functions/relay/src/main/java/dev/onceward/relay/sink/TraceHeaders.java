package dev.onceward.relay.sink;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventTrace;

/// Returns an event's trace and its correlation as plain headers. A value that a header cannot hold is omitted, because
/// a trace must never fail a delivery.
public final class TraceHeaders {
    private static final Pattern PLAIN = Pattern.compile("[!-~](?:[ -~]{0,510}[!-~])?");

    private TraceHeaders() {}

    /// The W3C trace context.
    public static Map<String, String> context(EventTrace eventTrace) {
        return plain("traceparent", eventTrace.parent(), "tracestate", eventTrace.state());
    }

    /// For formats without attributes. Intake reads these headers under the same names.
    public static Map<String, String> ids(EventTrace eventTrace) {
        return plain("x-correlation-id", eventTrace.correlation(), "x-causation-id", eventTrace.causation());
    }

    private static Map<String, String> plain(String first, @Nullable String one, String second, @Nullable String two) {
        var headers = new LinkedHashMap<String, String>();
        put(headers, first, one);
        put(headers, second, two);
        return headers;
    }

    private static void put(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null && PLAIN.matcher(value).matches()) {
            headers.put(name, value);
        }
    }
}
