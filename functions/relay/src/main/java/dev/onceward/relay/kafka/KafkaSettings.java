package dev.onceward.relay.kafka;

import java.util.Map;

import jakarta.inject.Singleton;

import io.smallrye.reactive.messaging.ClientCustomizer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.Config;

import dev.onceward.relay.subscription.Subscription;

/// How a subscription's producer is set. Where the brokers are and how they are reached is in `kafka.*`, as for every
/// Quarkus application: `kafka.bootstrap.servers`, `kafka.security.protocol`, `kafka.sasl.*`, `kafka.ssl.*`. What is here
/// takes precedence.
@Singleton
final class KafkaSettings implements ClientCustomizer<Map<String, Object>> {
    static final String CHANNEL = "onceward-kafka-";

    /// What intake may let in, with its headers. Topics have a limit of their own.
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
                // The reason is to be known before the time is up, also where one waits for the other.
                Map.entry("max.block.ms", Long.toString(timeout / 3)),
                Map.entry("request.timeout.ms", Long.toString(timeout / 3)),
                Map.entry("delivery.timeout.ms", Long.toString(timeout * 9 / 10)),
                Map.entry("reconnect.backoff.max.ms", "1000"),
                Map.entry("max-inflight-messages", Integer.toString(subscription.concurrency())),
                // Nobody is kept waiting for a broker at the start, and not long at the end.
                Map.entry("lazy-client", "true"),
                Map.entry("close-timeout", "1000"),
                // The connector's retries, which would go on behind the relay's back and out of order.
                Map.entry("retries", "0"),
                Map.entry("tracing-enabled", "false"),
                Map.entry("health-enabled", "false"));
    }

    /// To the producer, the same setting means its own retries, which an idempotent one needs.
    @Override
    public Map<String, Object> customize(String channel, Config settings, Map<String, Object> producer) {
        if (channel.startsWith(CHANNEL)) {
            producer.remove("retries");
        }
        return producer;
    }
}
