package dev.onceward.relay.rabbitmq;

import java.util.Map;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.OutgoingChannel;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.runtime.log.Event;

/// Publishes events to an exchange, which it does not declare. The connector closes the connection when the process
/// ends.
record RabbitMqSink(OutgoingChannel outgoing, SinkTarget.RabbitMq target) implements Sink {
    private static final String CHANNEL = "onceward-rabbitmq-";
    private static final long LONGEST_CONNECT = 5_000;

    static RabbitMqSink to(SinkTarget.RabbitMq target, RabbitMqConnector connector, Subscription subscription) {
        return new RabbitMqSink(OutgoingChannel.of(connector, CHANNEL + subscription.name(), settings(subscription)),
                target);
    }

    @Override
    public Uni<AttemptOutcome> send(Event event) {
        return outgoing.send(RabbitMqMessage.of(target.exchange(), target.routingKey(), event))
                .replaceWith((AttemptOutcome) new Delivered(false))
                .onFailure().recoverWithItem(RabbitMqFailure::outcome);
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().voidItem();
    }

    private static Map<String, String> settings(Subscription subscription) {
        var connect = Long.toString(Math.min(LONGEST_CONNECT, subscription.timeout().toMillis() / 2));
        return Map.of(
                "connection-timeout", connect,
                "handshake-timeout", connect,
                // In seconds. After two missed heartbeats, a connection that the network lost silently is given up.
                "requested-heartbeat", "5",
                "max-inflight-messages", Integer.toString(subscription.concurrency()));
    }
}
