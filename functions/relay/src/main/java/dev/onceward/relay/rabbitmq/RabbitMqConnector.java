package dev.onceward.relay.rabbitmq;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;

import io.smallrye.reactive.messaging.connector.OutboundConnector;
import io.smallrye.reactive.messaging.rabbitmq.RabbitMQConnectorOutgoingConfiguration;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

/// Connects SmallRye Reactive Messaging to RabbitMQ, with the settings of SmallRye's own connector: `rabbitmq-host`,
/// `rabbitmq-port`, `rabbitmq-addresses`, `rabbitmq-username`, `rabbitmq-password`, `rabbitmq-virtual-host` and
/// `rabbitmq-ssl`. SmallRye's connector would lose events: it reports a message that no queue received as delivered,
/// and a lost connection or a missing exchange takes the confirms of other messages with it.
@Singleton
@Connector(RabbitMqConnector.NAME)
final class RabbitMqConnector implements OutboundConnector {
    static final String NAME = "onceward-rabbitmq";

    private final Queue<RabbitMqChannel> channels = new ConcurrentLinkedQueue<>();

    @Override
    public Flow.Subscriber<? extends Message<?>> getSubscriber(Config config) {
        var channel = new RabbitMqChannel(new RabbitMQConnectorOutgoingConfiguration(config));
        channels.add(channel);
        return channel;
    }

    @PreDestroy
    void close() {
        channels.forEach(RabbitMqChannel::close);
    }
}
