package dev.onceward.runtime.outage;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// Counts connections that broke because the other end or the network reset them.
@Singleton
public final class LostConnections {
    private final Counter postgres;
    private final Counter redis;

    public LostConnections(MeterRegistry registry) {
        this.postgres = counter(registry, "postgresql");
        this.redis = counter(registry, "redis");
    }

    public void postgres() {
        postgres.increment();
    }

    public void redis() {
        redis.increment();
    }

    private static Counter counter(MeterRegistry registry, String to) {
        return Counter.builder("onceward.connections.lost")
                .description("Connections that the server or the network broke, by the server they led to")
                .tags("to", to)
                .register(registry);
    }
}
