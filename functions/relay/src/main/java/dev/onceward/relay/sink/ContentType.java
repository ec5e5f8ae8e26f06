package dev.onceward.relay.sink;

import java.util.Locale;
import java.util.regex.Pattern;

import dev.onceward.runtime.log.Event;

/// Returns the media type of an event's bytes.
///
/// An event that intake received as a CloudEvent in JSON is stored unchanged and is delivered as JSON. Under its own
/// media type a receiver would take the inner event for the delivered one, and an event of a batch for a batch.
public final class ContentType {
    private static final String UNKNOWN = "application/octet-stream";
    private static final String JSON = "application/json";
    private static final Pattern HEADER = Pattern.compile("[!-~](?:[ -~]{0,1000}[!-~])?");

    private ContentType() {}

    public static String of(Event event) {
        var stored = event.headers().getOrDefault("content-type", UNKNOWN);
        if (!HEADER.matcher(stored).matches()) {
            return UNKNOWN;
        }
        if (!type(stored).startsWith("application/cloudevents")) {
            return stored;
        }
        return isJson(stored) ? JSON : UNKNOWN;
    }

    public static boolean isJson(String contentType) {
        var type = type(contentType);
        return type.equals(JSON) || type.endsWith("+json");
    }

    private static String type(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
