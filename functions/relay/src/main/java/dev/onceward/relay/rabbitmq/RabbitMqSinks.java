package dev.onceward.relay.rabbitmq;

import jakarta.inject.Singleton;

import org.eclipse.microprofile.reactive.messaging.spi.Connector;

import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget.RabbitMq;

/// Makes sinks for exchanges of RabbitMQ, without waiting for the broker.
@Singleton
public final class RabbitMqSinks {
    private final RabbitMqConnector connector;

    RabbitMqSinks(@Connector(RabbitMqConnector.NAME) RabbitMqConnector connector) {
        this.connector = connector;
    }

    public Sink to(Subscription subscription, RabbitMq target) {
        return RabbitMqSink.to(target, connector, subscription);
    }
}
