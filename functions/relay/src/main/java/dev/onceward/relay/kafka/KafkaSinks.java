package dev.onceward.relay.kafka;

import jakarta.inject.Singleton;

import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Kafka;

/// Makes sinks for topics of Kafka, without waiting for a broker.
@Singleton
public final class KafkaSinks {
    private final KafkaConnector connector;

    KafkaSinks(@Connector(KafkaConnector.CONNECTOR_NAME) KafkaConnector connector) {
        this.connector = connector;
    }

    public Sink to(Subscription subscription, Kafka target) {
        return KafkaSink.to(target, connector, subscription);
    }
}
