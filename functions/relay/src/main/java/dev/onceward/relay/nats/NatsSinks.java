package dev.onceward.relay.nats;

import jakarta.inject.Singleton;

import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Nats;

/// Makes sinks for subjects of JetStream, without waiting for a server.
@Singleton
public final class NatsSinks {
    private final NatsConfig config;

    NatsSinks(NatsConfig config) {
        this.config = config;
    }

    public Sink to(Subscription subscription, Nats target) {
        return new NatsSink(target, config, subscription);
    }
}
