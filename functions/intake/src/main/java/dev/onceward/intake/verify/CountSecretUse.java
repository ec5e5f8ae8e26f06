package dev.onceward.intake.verify;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.secret.SecretName;

/// Counts the requests that each secret verified.
@Singleton
final class CountSecretUse {
    private final MeterRegistry registry;
    private final Map<SecretName, Counter> matched = new ConcurrentHashMap<>();

    CountSecretUse(MeterRegistry registry) {
        this.registry = registry;
    }

    /// @param secret null if no secret was needed
    void matched(String source, @Nullable String secret) {
        if (secret != null) {
            matched.computeIfAbsent(new SecretName(source, secret), this::first).increment();
        }
    }

    /// How often each secret has matched in this process.
    Map<SecretName, Double> counts() {
        return matched.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, use -> use.getValue().count()));
    }

    private Counter first(SecretName name) {
        Log.infof("a secret matched for the first time since the start: source=%s secret=%s", name.source(),
                name.secret());
        return Counter.builder("onceward.intake.secret.matched")
                .description("Requests that this secret verified")
                .tags("source", name.source(), "secret", name.secret())
                .register(registry);
    }
}
