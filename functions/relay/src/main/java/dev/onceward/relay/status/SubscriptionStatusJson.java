package dev.onceward.relay.status;

import io.vertx.core.json.JsonObject;

import dev.onceward.relay.view.SubscriptionStatus;

/// Writes the status of a subscription as JSON.
public final class SubscriptionStatusJson {
    private SubscriptionStatusJson() {}

    public static JsonObject of(SubscriptionStatus subscriptionStatus) {
        var parked = new JsonObject();
        subscriptionStatus.parked().forEach(parked::put);
        var json = new JsonObject()
                .put("paused", subscriptionStatus.pausedBy() != null)
                .put("lagEvents", subscriptionStatus.lagEvents())
                .put("lagSeconds", subscriptionStatus.lag().toMillis() / 1000d)
                .put("parked", parked)
                .put("leased", subscriptionStatus.leased());
        return subscriptionStatus.pausedBy() == null
                ? json
                : json.put("pausedBy", subscriptionStatus.pausedBy()).put("why", subscriptionStatus.why());
    }
}
