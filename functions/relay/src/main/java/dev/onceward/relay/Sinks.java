package dev.onceward.relay;

import java.time.Clock;

import jakarta.inject.Singleton;

import io.vertx.core.Vertx;

import dev.onceward.relay.Subscription.Target.Http;
import dev.onceward.relay.Subscription.Target.Kafka;
import dev.onceward.relay.Subscription.Target.Nats;
import dev.onceward.relay.Subscription.Target.Nowhere;
import dev.onceward.relay.Subscription.Target.RabbitMq;

/// Makes the sink a subscription names.
@Singleton
final class Sinks {
    private final Vertx vertx;
    private final Clock clock;
    private final BrokerSinks brokers;

    Sinks(Vertx vertx, Clock clock, BrokerSinks brokers) {
        this.vertx = vertx;
        this.clock = clock;
        this.brokers = brokers;
    }

    Sink of(Subscription subscription) {
        return switch (subscription.target()) {
            case Http http -> new HttpSink(vertx, subscription, http, clock);
            case Nowhere _ -> new NoSink();
            case Kafka kafka -> brokers.sink(subscription, kafka);
            case RabbitMq rabbitMq -> brokers.sink(subscription, rabbitMq);
            case Nats nats -> brokers.sink(subscription, nats);
        };
    }
}
