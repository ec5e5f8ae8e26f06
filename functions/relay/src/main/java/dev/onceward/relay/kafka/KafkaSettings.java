package dev.onceward.relay.kafka;

import java.util.Map;

import jakarta.inject.Singleton;

import io.smallrye.reactive.messaging.ClientCustomizer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.Config;

import dev.onceward.relay.subscription.Subscription;

/// Configures the producer of a subscription. Where the brokers are and how they are reached is in `kafka.*`, as for
/// every Quarkus application: `kafka.bootstrap.servers`, `kafka.security.protocol`, `kafka.sasl.*`, `kafka.ssl.*`. The
/// settings of this class take precedence.
@Singleton
final class KafkaSettings implements ClientCustomizer<Map<String, Object>> {
    static final String CHANNEL = "onceward-kafka-";

    /// The largest event that intake can accept, with its headers. Topics have a limit of their own.
    private static final int LARGEST = 65 << 20;

    static Map<String, String> of(Subscription subscription) {
        var timeout = subscription.timeout().toMillis();
        return Map.ofEntries(
                Map.entry("client.id", "onceward-relay-" + subscription.name()),
                Map.entry("key.serializer", StringSerializer.class.getName()),
                Map.entry("value.serializer", ByteArraySerializer.class.getName()),
                Map.entry("enable.idempotence", "true"),
                Map.entry("acks", "all"),
                Map.entry("linger.ms", "0"),
                Map.entry("max.request.size", Integer.toString(LARGEST)),
                Map.entry("buffer.memory", Integer.toString(2 * LARGEST)),
                // The producer must fail before the attempt's time is over, so that the reason is known, even if one
                // timeout follows another.
                Map.entry("max.block.ms", Long.toString(timeout / 3)),
                Map.entry("request.timeout.ms", Long.toString(timeout / 3)),
                Map.entry("delivery.timeout.ms", Long.toString(timeout * 9 / 10)),
                Map.entry("reconnect.backoff.max.ms", "1000"),
                Map.entry("max-inflight-messages", Integer.toString(subscription.concurrency())),
                // The start of the relay does not wait for a broker, and its end does not wait long.
                Map.entry("lazy-client", "true"),
                Map.entry("close-timeout", "1000"),
                // Turns off the connector's own retries, which the relay would not know of and which could change the
                // order.
                Map.entry("retries", "0"),
                Map.entry("tracing-enabled", "false"),
                Map.entry("health-enabled", "false"));
    }

    /// For the producer the same key means its internal retries, which an idempotent producer needs.
    @Override
    public Map<String, Object> customize(String channel, Config settings, Map<String, Object> producer) {
        if (channel.startsWith(CHANNEL)) {
            producer.remove("retries");
        }
        return producer;
    }
}
