package dev.onceward.internal.inbox;

import java.util.List;
import java.util.Optional;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.KeyText;

/// The id of a message that is a CloudEvent. Source and id together identify a CloudEvent: two senders may both call an
/// event `1`, and by the id alone the second of them would be dropped as a repetition.
public final class CloudEventId {
    private static final String JSON = "application/cloudevents+json";

    private CloudEventId() {}

    /// A text that is too long for a mark is replaced by its hash.
    public static Optional<String> of(@Nullable String source, @Nullable String id) {
        if (id == null || id.isEmpty()) {
            return Optional.empty();
        }
        var text = source == null ? id : source + " " + id;
        return Optional.of(text.length() > KeyText.MAX_LENGTH ? Fingerprint.of(List.of(text)).text() : text);
    }

    /// The id of an event in structured mode, which is the body.
    public static Optional<String> inBody(@Nullable String contentType, @Nullable Object body) {
        if (contentType == null || !contentType.startsWith(JSON)) {
            return Optional.empty();
        }
        try {
            return inJson(json(body));
        } catch (DecodeException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<String> inJson(JsonObject event) {
        return of(event.getValue("source") instanceof String source ? source : null,
                event.getValue("id") instanceof String id ? id : null);
    }

    /// An object that the application has made of the body has no attributes.
    private static JsonObject json(@Nullable Object body) {
        return switch (body) {
            case JsonObject event -> event;
            case Buffer bytes -> new JsonObject(bytes);
            case byte[] bytes -> new JsonObject(Buffer.buffer(bytes));
            case String text -> new JsonObject(text);
            case null, default -> new JsonObject();
        };
    }
}
