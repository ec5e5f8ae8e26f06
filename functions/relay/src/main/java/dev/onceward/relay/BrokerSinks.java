package dev.onceward.relay;

import jakarta.inject.Singleton;

import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

import dev.onceward.relay.Subscription.Target;

/// Makes the sinks to brokers. None waits for its broker.
@Singleton
final class BrokerSinks {
    private final KafkaConnector kafka;

    BrokerSinks(@Connector(KafkaConnector.CONNECTOR_NAME) KafkaConnector kafka) {
        this.kafka = kafka;
    }

    Sink sink(Subscription subscription, Target.Kafka target) {
        return new InTime("Kafka", KafkaSink.to(target, kafka, subscription), subscription.timeout());
    }
}
