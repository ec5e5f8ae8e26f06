package dev.onceward.relay;

import jakarta.inject.Singleton;

import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

import dev.onceward.relay.Subscription.Target;

/// Makes the sinks to brokers. None waits for its broker.
@Singleton
final class BrokerSinks {
    private final KafkaConnector kafka;
    private final RabbitMqConnector rabbitMq;
    private final NatsConfig nats;

    BrokerSinks(@Connector(KafkaConnector.CONNECTOR_NAME) KafkaConnector kafka,
            @Connector(RabbitMqConnector.NAME) RabbitMqConnector rabbitMq, NatsConfig nats) {
        this.kafka = kafka;
        this.rabbitMq = rabbitMq;
        this.nats = nats;
    }

    Sink sink(Subscription subscription, Target.Kafka target) {
        return new InTime("Kafka", KafkaSink.to(target, kafka, subscription), subscription.timeout());
    }

    Sink sink(Subscription subscription, Target.RabbitMq target) {
        return new InTime("RabbitMQ", RabbitMqSink.to(target, rabbitMq, subscription), subscription.timeout());
    }

    Sink sink(Subscription subscription, Target.Nats target) {
        return new InTime("NATS", new NatsSink(target, nats, subscription), subscription.timeout());
    }
}
