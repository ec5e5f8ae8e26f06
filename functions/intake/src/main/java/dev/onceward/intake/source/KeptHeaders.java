package dev.onceward.intake.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.preset.Presets;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.request.Request;

/// Selects the headers that are stored with an event: all but credentials and headers of the connection.
public final class KeptHeaders {
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization", "cookie", "api-key",
            "apikey", "x-api-key", "x-auth-token", "x-access-token", "x-hook-secret");
    private static final Set<String> OF_THE_CONNECTION = Set.of("connection", "keep-alive", "proxy-connection",
            "transfer-encoding", "te", "trailer", "upgrade", "expect", "content-length");
    /// The headers of all senders, because a request for another source may arrive here too.
    private static final Set<String> TOKENS = Presets.SECRET_HEADERS;
    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,255}");
    private static final int LONGEST_STATE = 512;

    private KeptHeaders() {}

    public static Map<String, String> of(Request request, SignatureSettings signatureSettings) {
        var kept = new LinkedHashMap<String, String>();
        for (var header : request.headers()) {
            var name = header.getKey().toLowerCase(Locale.ROOT);
            if (isKept(name, signatureSettings)) {
                kept.merge(name, header.getValue(), (first, next) -> first + ", " + next);
            }
        }
        return kept;
    }

    /// Returns each value of the headers, including those with signatures, so that an operator can see why verification
    /// failed.
    public static Map<String, List<String>> evidence(Request request, SignatureSettings signatureSettings) {
        var kept = new LinkedHashMap<String, List<String>>();
        for (var header : request.headers().names()) {
            var name = header.toLowerCase(Locale.ROOT);
            if (isKept(name, signatureSettings) || signatureSettings.signatureHeaders().contains(name)) {
                kept.put(name, request.headers(name));
            }
        }
        return kept;
    }

    private static boolean isKept(String name, SignatureSettings signatureSettings) {
        return !OF_THE_CONNECTION.contains(name) && !CREDENTIALS.contains(name) && !TOKENS.contains(name)
                && !signatureSettings.secretHeaders().contains(name);
    }

    /// Leaves out malformed trace headers, because a trace is never a reason to refuse a request.
    public static EventTrace trace(Request request) {
        var parent = matching(TRACEPARENT, request.header("traceparent"));
        var state = request.header("tracestate");
        return new EventTrace(parent, parent == null || state == null || state.length() > LONGEST_STATE ? null : state,
                matching(TOKEN, request.header("x-correlation-id")), matching(TOKEN, request.header("x-causation-id")));
    }

    private static @Nullable String matching(Pattern pattern, @Nullable String value) {
        return value != null && pattern.matcher(value).matches() ? value : null;
    }
}
