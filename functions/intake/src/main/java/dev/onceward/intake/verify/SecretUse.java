package dev.onceward.intake.verify;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;

/// Which secret matched. During a rotation this says when the old one can go.
@Singleton
public final class SecretUse {
    private final MeterRegistry registry;
    private final Map<Named, Counter> matched = new ConcurrentHashMap<>();

    private record Named(String source, String secret) {}

    SecretUse(MeterRegistry registry) {
        this.registry = registry;
    }

    void matched(String source, String secret) {
        matched.computeIfAbsent(new Named(source, secret), this::first).increment();
    }

    private Counter first(Named named) {
        Log.infof("a secret matched for the first time: source=%s secret=%s", named.source, named.secret);
        return registry.counter("onceward.intake.secret.matched", "source", named.source, "secret", named.secret);
    }
}
