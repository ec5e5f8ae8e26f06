package dev.onceward.intake.cloudevents;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.request.Request;

/// A CloudEvent, with the attributes that intake uses.
///
/// @param request the bytes and headers of this event; for an event of a batch, its slice of the array
public record CloudEvent(String id, String source, String type, Optional<String> partitionKey, EventTrace trace,
        Request request) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]{1,64}");
    private static final int LONGEST = 2048;

    /// @throws IllegalArgumentException whose message is shown to the sender
    static CloudEvent of(Map<String, String> attributes, Request request) {
        attributes.forEach(CloudEvent::check);
        if (!required(attributes, "specversion").equals("1.0")) {
            throw new IllegalArgumentException("The attribute specversion must be 1.0.");
        }
        checkTime(attributes.get("time"));
        return new CloudEvent(required(attributes, "id"), required(attributes, "source"), required(attributes, "type"),
                Optional.ofNullable(attributes.get("partitionkey")), trace(attributes), request);
    }

    private static String required(Map<String, String> attributes, String name) {
        var value = attributes.get(name);
        if (value == null) {
            throw new IllegalArgumentException("A CloudEvent needs the attributes specversion, id, source and type; "
                    + name + " is missing.");
        }
        return value;
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("The name of an attribute has 1 to 64 lower-case letters and digits.");
        }
        if (value.isEmpty() || value.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "The attribute %s must have 1 to %d characters.".formatted(name, LONGEST));
        }
        if (value.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw new IllegalArgumentException(
                    "The attribute " + name + " has a control character or an unpaired surrogate.");
        }
    }

    @SuppressWarnings("CheckReturnValue") // parsed for the exception only
    private static void checkTime(@org.jspecify.annotations.Nullable String time) {
        try {
            if (time != null) {
                OffsetDateTime.parse(time);
            }
        } catch (DateTimeException malformed) {
            throw new IllegalArgumentException("The attribute time must be a timestamp of RFC 3339.", malformed);
        }
    }

    private static EventTrace trace(Map<String, String> attributes) {
        return new EventTrace(attributes.get("traceparent"), attributes.get("tracestate"),
                attributes.get("correlationid"),
                attributes.get("causationid"));
    }
}
