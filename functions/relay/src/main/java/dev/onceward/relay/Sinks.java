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

    Sinks(Vertx vertx, Clock clock) {
        this.vertx = vertx;
        this.clock = clock;
    }

    Sink of(Subscription subscription) {
        return switch (subscription.target()) {
            case Http http -> new HttpSink(vertx, subscription, http, clock);
            case Nowhere _ -> new NoSink();
            case Kafka _,RabbitMq _,Nats _ -> throw new IllegalArgumentException("is not there yet");
        };
    }
}
