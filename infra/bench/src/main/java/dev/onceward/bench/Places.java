package dev.onceward.bench;

import java.util.Map;
import java.util.Optional;

import io.vertx.core.Vertx;

import dev.onceward.brokers.Kafka;
import dev.onceward.embedded.Backends;

/// Where everything is that a carrier reads from and delivers to.
record Places(Vertx vertx, Backends backends, Optional<Kafka> kafka, Receiver receiver) {

    /// The same with another receiver.
    Places with(Receiver other) {
        return new Places(vertx, backends, kafka, other);
    }

    String postgres() {
        return backends.postgres().url();
    }

    Map<String, String> environment(int port, int managementPort) {
        return Map.of(
                "ONCEWARD_POSTGRES_URL", postgres(),
                "ONCEWARD_REDIS_URL", backends.redis().url(),
                "JDBC_URL", postgres().replace("postgresql://postgres@", "jdbc:postgresql://") + "?user=postgres",
                "KAFKA_BOOTSTRAP_SERVERS", kafka.map(Kafka::servers).orElse("localhost:1"),
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "QUARKUS_MANAGEMENT_HOST", "127.0.0.1",
                "QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
    }
}
