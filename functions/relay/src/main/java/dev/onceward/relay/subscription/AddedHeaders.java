package dev.onceward.relay.subscription;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks the headers that a user adds to the requests of a subscription, for instance a token.
final class AddedHeaders {
    private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern VALUE = Pattern.compile("[!-~](?:[ -~\t]*[!-~])?");

    /// Headers that describe the connection, the body or the event. Another value would be wrong or break the request.
    private static final Set<String> OURS = Set.of("host", "connection", "keep-alive", "proxy-connection",
            "transfer-encoding", "te", "trailer", "upgrade", "expect", "content-length", "content-type", "traceparent",
            "tracestate", "webhook-id", "webhook-timestamp", "webhook-signature");

    private AddedHeaders() {}

    /// Returns the headers with names in lower case.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "onceward.subscriptions.x.headers …"; values
    ///        are often secrets and not quoted
    static Map<String, String> of(Map<String, String> given) {
        var headers = new LinkedHashMap<String, String>();
        given.forEach((name, value) -> headers.put(name(name), value(name, value)));
        return headers;
    }

    private static String name(String given) {
        var name = given.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("must be named with letters, digits and '-', 100 at most");
        }
        if (OURS.contains(name) || name.startsWith("ce-")) {
            throw new IllegalArgumentException("must not have " + name + ": it is set by the relay");
        }
        return name;
    }

    private static String value(String name, String value) {
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("must have a value of printable ASCII characters for " + name);
        }
        return value;
    }
}
