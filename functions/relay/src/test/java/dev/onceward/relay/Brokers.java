package dev.onceward.relay;

import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import dev.onceward.brokers.Kafka;

import static io.quarkus.test.common.QuarkusTestResourceLifecycleManager.TestInjector.MatchesType;

/// The brokers for all tests of sinks, which put them into fields of their own.
public final class Brokers implements QuarkusTestResourceLifecycleManager {
    private final Kafka kafka = Kafka.started();

    @Override
    public Map<String, String> start() {
        return Map.of("kafka.bootstrap.servers", kafka.servers());
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(kafka, new MatchesType(Kafka.class));
    }

    @Override
    public void stop() {
        kafka.close();
    }
}
