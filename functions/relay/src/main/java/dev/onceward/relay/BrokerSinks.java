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
        return KafkaSink.to(target, kafka, subscription);
    }

    Sink sink(Subscription subscription, Target.RabbitMq target) {
        return RabbitMqSink.to(target, rabbitMq, subscription);
    }

    Sink sink(Subscription subscription, Target.Nats target) {
        return new NatsSink(target, nats, subscription);
    }
}
