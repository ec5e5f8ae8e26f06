package dev.onceward.internal.inbox;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.inbox.MessageId.NoId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

/// The id of a message that is a CloudEvent. Source and id together identify a CloudEvent: two senders may both call an
/// event `1`, and by the id alone the second of them would be dropped as a repetition.
public final class CloudEventId {
    private static final String JSON = "application/cloudevents+json";
    private static final String SPACE_IN_SOURCE = "The source of the CloudEvent has a space, which a URI must not have.";
    private static final String WITHOUT_SOURCE = "The CloudEvent has no source, and its id has a space.";

    private CloudEventId() {}

    /// A space stands between source and id. A source is a URI, which has no space, so no two pairs are equal.
    public static MessageId of(@Nullable String source, @Nullable String id) {
        if (id == null || id.isEmpty()) {
            return new NoId();
        }
        if (source == null || source.isEmpty()) {
            return id.contains(" ") ? new UnusableId(WITHOUT_SOURCE) : MessageId.ofAnyLength(id);
        }
        return source.contains(" ") ? new UnusableId(SPACE_IN_SOURCE) : MessageId.ofAnyLength(source + " " + id);
    }

    /// The id of an event in structured mode, which is the body.
    public static MessageId inBody(@Nullable String contentType, @Nullable Object body) {
        if (contentType == null || !contentType.startsWith(JSON)) {
            return new NoId();
        }
        try {
            return inJson(json(body));
        } catch (DecodeException unreadable) {
            return new NoId();
        }
    }

    private static MessageId inJson(JsonObject event) {
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
