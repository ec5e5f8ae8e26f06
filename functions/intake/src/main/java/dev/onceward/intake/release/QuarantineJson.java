package dev.onceward.intake.release;

import java.util.List;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

import dev.onceward.intake.event.EventJson;
import dev.onceward.intake.quarantine.QuarantineListItem;
import dev.onceward.intake.quarantine.QuarantinedRequest;

/// Writes requests in quarantine as JSON for an operator.
final class QuarantineJson {
    private QuarantineJson() {}

    public static JsonObject list(List<QuarantineListItem> quarantineListItem) {
        return new JsonObject().put("quarantined",
                new JsonArray(quarantineListItem.stream().map(QuarantineJson::of).toList()));
    }

    public static JsonObject of(QuarantinedRequest quarantinedRequest) {
        return of(quarantinedRequest.summary())
                .put("method", quarantinedRequest.method())
                .put("query", quarantinedRequest.query())
                .put("headers", quarantinedRequest.headers())
                .mergeIn(EventJson.body(quarantinedRequest.body().getBytes()));
    }

    private static JsonObject of(QuarantineListItem quarantineListItem) {
        return new JsonObject()
                .put("id", quarantineListItem.id().toString())
                .put("at", quarantineListItem.at().toString())
                .put("lastAt", quarantineListItem.lastAt().toString())
                .put("times", quarantineListItem.times())
                .put("reason", quarantineListItem.reason())
                .put("why", quarantineListItem.why())
                .put("bytes", quarantineListItem.bytes());
    }
}
