package dev.onceward.relay.admin;

import java.util.List;
import java.util.function.Function;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

import dev.onceward.relay.view.ParkedEventView;
import dev.onceward.relay.view.RecordedAttempt;

/// Writes lists of parked events and of attempts as JSON.
final class ListsJson {
    private ListsJson() {}

    static JsonObject parked(List<ParkedEventView> events) {
        return list("parked", events, event -> new JsonObject()
                .put("event", event.event().toString())
                .put("state", event.state())
                .put("ordering", event.ordering())
                .put("attempts", event.attempts())
                .put("parkedAt", event.parkedAt())
                .put("nextAt", event.nextAt())
                .put("error", event.error()));
    }

    static JsonObject attempts(List<RecordedAttempt> attempts) {
        return list("attempts", attempts, attempt -> new JsonObject()
                .put("at", attempt.at())
                .put("attempt", attempt.number())
                .put("outcome", attempt.outcome())
                .put("millis", attempt.took().toMillis())
                .put("status", attempt.status())
                .put("error", attempt.error())
                .put("answer", attempt.answer()));
    }

    private static <T> JsonObject list(String name, List<T> items, Function<T, JsonObject> json) {
        var list = new JsonArray();
        items.forEach(item -> list.add(json.apply(item)));
        return new JsonObject().put(name, list);
    }
}
