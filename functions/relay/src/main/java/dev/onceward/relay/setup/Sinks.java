package dev.onceward.relay.setup;

import java.time.Clock;

import jakarta.inject.Singleton;

import io.vertx.core.Vertx;

import dev.onceward.relay.http.HttpSink;
import dev.onceward.relay.kafka.KafkaSinks;
import dev.onceward.relay.nats.NatsSinks;
import dev.onceward.relay.rabbitmq.RabbitMqSinks;
import dev.onceward.relay.sink.DiscardSink;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Discard;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Kafka;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Nats;
import dev.onceward.relay.subscription.Subscription.SinkTarget.RabbitMq;

/// Makes the sink that a subscription names.
@Singleton
public final class Sinks {
    private final Vertx vertx;
    private final Clock clock;
    private final KafkaSinks kafka;
    private final RabbitMqSinks rabbitMq;
    private final NatsSinks nats;

    Sinks(Vertx vertx, Clock clock, KafkaSinks kafka, RabbitMqSinks rabbitMq, NatsSinks nats) {
        this.vertx = vertx;
        this.clock = clock;
        this.kafka = kafka;
        this.rabbitMq = rabbitMq;
        this.nats = nats;
    }

    public Sink of(Subscription subscription) {
        return switch (subscription.target()) {
            case Http target -> new HttpSink(vertx, subscription, target, clock);
            case Discard _ -> new DiscardSink();
            case Kafka target -> kafka.to(subscription, target);
            case RabbitMq target -> rabbitMq.to(subscription, target);
            case Nats target -> nats.to(subscription, target);
        };
    }
}
