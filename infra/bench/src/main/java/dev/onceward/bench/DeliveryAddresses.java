package dev.onceward.bench;

import java.util.Map;
import java.util.Optional;

import io.vertx.core.Vertx;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.embedded.Backends;

/// Where everything is that a carrier reads from and delivers to.
record DeliveryAddresses(Vertx vertx, Backends backends, Optional<KafkaBroker> kafka, BenchReceiver receiver) {

    /// The same with another receiver.
    DeliveryAddresses with(BenchReceiver other) {
        return new DeliveryAddresses(vertx, backends, kafka, other);
    }

    String postgres() {
        return backends.postgres().url();
    }

    Map<String, String> environment(int port, int managementPort) {
        return Map.of(
                "ONCEWARD_POSTGRES_URL", postgres(),
                "ONCEWARD_REDIS_URL", backends.redis().url(),
                "JDBC_URL", postgres().replace("postgresql://postgres@", "jdbc:postgresql://") + "?user=postgres",
                "KAFKA_BOOTSTRAP_SERVERS", kafka.map(KafkaBroker::servers).orElse("localhost:1"),
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "QUARKUS_MANAGEMENT_HOST", "127.0.0.1",
                "QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
    }
}
