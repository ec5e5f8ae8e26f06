package dev.onceward.intake.event;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

import dev.onceward.runtime.log.Event;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Writes a stored event as JSON. The body is a text if it is valid text and base64 otherwise; `/events/{id}/body`
/// returns the bytes themselves.
public final class EventJson {
    private EventJson() {}

    static JsonObject of(Event event) {
        var json = new JsonObject()
                .put("id", event.id().toString())
                .put("at", event.at().toString())
                .put("source", event.source())
                .put("topic", event.topic())
                .put("type", event.type())
                .put("ordering", event.ordering())
                .put("orderingGroup", event.orderingGroup())
                .put("traceparent", event.trace().parent())
                .put("tracestate", event.trace().state())
                .put("correlation", event.trace().correlation())
                .put("causation", event.trace().causation());
        json.getMap().values().removeIf(value -> value == null);
        return json.put("headers", new JsonObject(new LinkedHashMap<>(event.headers())))
                .mergeIn(body(event.body().getBytes()));
    }

    /// @param others the ids of the other events that share the key
    static JsonObject of(Event event, List<UUID> others) {
        return others.isEmpty()
                ? of(event)
                : of(event).put("others", new JsonArray(others.stream().map(UUID::toString).toList()));
    }

    public static JsonObject body(byte[] bytes) {
        try {
            return new JsonObject().put("encoding", "utf-8")
                    .put("body", UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException binary) {
            return new JsonObject().put("encoding", "base64").put("body", Base64.getEncoder().encodeToString(bytes));
        }
    }
}
