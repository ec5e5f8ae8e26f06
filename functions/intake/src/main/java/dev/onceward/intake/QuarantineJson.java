package dev.onceward.intake;

import java.util.List;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

import dev.onceward.intake.quarantine.Evidence;
import dev.onceward.intake.quarantine.Quarantined;

/// Requests in quarantine for a person's eyes.
final class QuarantineJson {
    private QuarantineJson() {}

    static JsonObject list(List<Quarantined> quarantined) {
        return new JsonObject().put("quarantined",
                new JsonArray(quarantined.stream().map(QuarantineJson::of).toList()));
    }

    static JsonObject of(Evidence evidence) {
        return of(evidence.summary())
                .put("method", evidence.method())
                .put("query", evidence.query())
                .put("headers", evidence.headers())
                .mergeIn(EventJson.body(evidence.body().getBytes()));
    }

    private static JsonObject of(Quarantined quarantined) {
        return new JsonObject()
                .put("id", quarantined.id().toString())
                .put("at", quarantined.at().toString())
                .put("lastAt", quarantined.lastAt().toString())
                .put("times", quarantined.times())
                .put("reason", quarantined.reason())
                .put("why", quarantined.why())
                .put("bytes", quarantined.bytes());
    }
}
