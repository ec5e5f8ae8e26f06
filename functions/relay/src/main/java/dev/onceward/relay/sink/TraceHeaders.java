package dev.onceward.relay.sink;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventTrace;

/// Where an event stands among others, as plain headers. What cannot stand in one as it is is left out: a trace is a
/// help, never a reason to fail.
public final class TraceHeaders {
    private static final Pattern PLAIN = Pattern.compile("[!-~](?:[ -~]{0,510}[!-~])?");

    private TraceHeaders() {}

    /// The W3C trace context.
    public static Map<String, String> context(EventTrace eventTrace) {
        return plain("traceparent", eventTrace.parent(), "tracestate", eventTrace.state());
    }

    /// For formats that have no attributes; intake reads them under the same names.
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
