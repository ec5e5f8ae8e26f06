package dev.onceward.relay.kafka;

import java.util.HashMap;
import java.util.UUID;

import jakarta.inject.Inject;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.failure;
import static dev.onceward.relay.testing.SendEvents.send;
import static dev.onceward.relay.testing.SendEvents.untilDelivered;
import static org.assertj.core.api.Assertions.assertThat;

/// A broker that asks for a password.
@QuarkusTest
@WithTestResource(Brokers.class)
class KafkaLoginTest {
    @Inject
    @Connector(KafkaConnector.CONNECTOR_NAME)
    KafkaConnector connector;

    @SuppressWarnings("NullAway.Init") // [Brokers] does
    KafkaBroker kafkaBroker;

    private final String topic = "t-" + UUID.randomUUID();

    @AfterEach
    void restart_the_broker() {
        kafkaBroker.start();
    }

    /// The producer that could not log in would go on failing.
    @Test
    void events_are_delivered_once_the_broker_accepts_a_password_that_it_rejected_at_first() {
        kafkaBroker.topic(topic, 1);
        restartWith("another one");
        var sink = guarded();
        Eventually.holds(() -> failure(send(sink)).contains("Authentication failed"));
        restartWith("right");
        untilDelivered(sink);
        Eventually.holds(() -> producers() == 1);
    }

    @Test
    void events_fail_while_the_broker_rejects_the_password_and_are_delivered_afterwards() {
        kafkaBroker.topic(topic, 1);
        restartWith("right");
        var sink = guarded();
        assertThat(send(sink)).isEqualTo(DELIVERED);
        restartWith("another one");
        Eventually.holds(() -> failure(send(sink)).contains("Authentication failed"));
        restartWith("right");
        untilDelivered(sink);
    }

    /// Whose user has the password `right`.
    private Sink guarded() {
        var subscription = SampleDeliveries.subscription(new SinkTarget.Kafka(topic));
        var settings = new HashMap<>(KafkaSettings.of(subscription));
        settings.put("client.id", topic);
        settings.put("bootstrap.servers", kafkaBroker.guarded());
        settings.put("security.protocol", "SASL_PLAINTEXT");
        settings.put("sasl.mechanism", "PLAIN");
        settings.put("sasl.jaas.config",
                PlainLoginModule.class.getName() + " required username=\"relay\" password=\"right\";");
        return SampleDeliveries.attempting(subscription,
                new KafkaSink(connector, KafkaSettings.CHANNEL + subscription.name(), settings, topic));
    }

    /// Those that live, of this test.
    private long producers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("| " + topic)).count();
    }

    private void restartWith(String password) {
        kafkaBroker.stop();
        kafkaBroker.admit(password);
        kafkaBroker.start();
    }
}
