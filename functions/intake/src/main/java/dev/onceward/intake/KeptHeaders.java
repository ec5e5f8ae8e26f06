package dev.onceward.intake;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.log.Trace;
import dev.onceward.request.Request;

/// The headers that are stored with an event: all but credentials and what only concerned the connection.
final class KeptHeaders {
    private static final Set<String> DROPPED = Set.of("authorization", "proxy-authorization", "cookie", "connection",
            "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer", "upgrade", "expect",
            "content-length");
    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,255}");
    private static final int LONGEST_STATE = 512;

    private KeptHeaders() {}

    static Map<String, String> of(Request request) {
        var kept = new LinkedHashMap<String, String>();
        for (var header : request.headers()) {
            var name = header.getKey().toLowerCase(Locale.ROOT);
            if (!DROPPED.contains(name)) {
                kept.merge(name, header.getValue(), (first, next) -> first + ", " + next);
            }
        }
        return kept;
    }

    /// What is malformed is left out: a trace is a help, never a reason to refuse.
    static Trace trace(Request request) {
        var parent = matching(TRACEPARENT, request.header("traceparent"));
        var state = request.header("tracestate");
        return new Trace(parent, parent == null || state == null || state.length() > LONGEST_STATE ? null : state,
                matching(TOKEN, request.header("x-correlation-id")), matching(TOKEN, request.header("x-causation-id")));
    }

    static @Nullable String matching(Pattern pattern, @Nullable String value) {
        return value != null && pattern.matcher(value).matches() ? value : null;
    }
}
