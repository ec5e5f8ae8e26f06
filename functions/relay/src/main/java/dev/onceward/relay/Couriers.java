package dev.onceward.relay;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.quarkus.runtime.Startup;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.relay.courier.Courier;
import dev.onceward.relay.courier.RelayMetrics;
import dev.onceward.relay.courier.Stores;
import dev.onceward.relay.subscription.ReadSubscription;
import dev.onceward.relay.subscription.SubscriptionsConfig;

/// One courier for each configured subscription. Made at the start, so that a wrong configuration stops it.
@Startup
@Singleton
final class Couriers {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Map<String, Courier> couriers = new TreeMap<>();
    private final Stores stores;

    Couriers(SubscriptionsConfig subscriptions, RelayConfig config, Sinks sinks, Pool pool, RelayMetrics metrics) {
        var settings = config.checked();
        this.stores = Stores.on(pool, PATIENCE, UUID.randomUUID());
        subscriptions.subscriptions().forEach((name, written) -> {
            var subscription = new ReadSubscription(name, written).read();
            couriers.put(name, new Courier(subscription, sinks.of(subscription), stores, settings, metrics));
        });
    }

    Collection<Courier> all() {
        return couriers.values();
    }

    Optional<Courier> named(String name) {
        return Optional.ofNullable(couriers.get(name));
    }

    Stores stores() {
        return stores;
    }
}
