package dev.onceward.relay.testing;

import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.testing.TcpProxy;

import static io.quarkus.test.common.QuarkusTestResourceLifecycleManager.TestInjector.MatchesType;

/// What all tests of sinks share: a Kafka, and a proxy that each test connects to the RabbitMQ or NATS it wants. They are
/// put into the tests' fields.
public final class Brokers implements QuarkusTestResourceLifecycleManager {
    private final KafkaBroker kafkaBroker = KafkaBroker.started();
    private final TcpProxy proxy = TcpProxy.toLaterServer();

    @Override
    public Map<String, String> start() {
        return Map.of("kafka.bootstrap.servers", kafkaBroker.servers(),
                "rabbitmq-host", "localhost", "rabbitmq-port", Integer.toString(proxy.port()),
                "onceward.nats.servers", "nats://localhost:" + proxy.port());
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(kafkaBroker, new MatchesType(KafkaBroker.class));
        injector.injectIntoFields(proxy, new MatchesType(TcpProxy.class));
    }

    @Override
    public void stop() {
        kafkaBroker.close();
        proxy.close();
    }
}
