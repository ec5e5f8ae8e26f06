package dev.onceward.relay;

import io.vertx.core.json.JsonObject;

import dev.onceward.operate.Standing;

/// How a subscription stands, as JSON.
final class StandingJson {
    private StandingJson() {}

    static JsonObject of(Standing standing) {
        var parked = new JsonObject();
        standing.parked().forEach(parked::put);
        var json = new JsonObject()
                .put("paused", standing.pausedBy() != null)
                .put("lagEvents", standing.lagEvents())
                .put("lagSeconds", standing.lag().toMillis() / 1000d)
                .put("parked", parked)
                .put("leased", standing.leased());
        return standing.pausedBy() == null
                ? json
                : json.put("pausedBy", standing.pausedBy()).put("why", standing.why());
    }
}
