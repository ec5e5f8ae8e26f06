package dev.onceward.relay.nats;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import io.nats.client.Options;
import io.nats.client.api.StreamConfiguration;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.NatsServer;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.failure;
import static dev.onceward.relay.testing.SendEvents.send;
import static dev.onceward.relay.testing.SendEvents.sendAtOnce;
import static dev.onceward.relay.testing.SendEvents.untilDelivered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// Servers that are away, answers that are lost, and passwords that are rejected.
@QuarkusTest
@WithTestResource(Brokers.class)
class NatsOutageTest extends NatsStreamFixture {
    @Test
    void a_server_that_stops_fails_events_in_time_and_is_used_again_when_it_is_back() throws Exception {
        makeStream();
        var sink = sink(false);
        assertThat(send(sink)).isEqualTo(DELIVERED);
        natsServer.kill();
        assertThat(sendAtOnce(sink, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        natsServer.start();
        untilDelivered(sink);
    }

    @Test
    void a_server_that_was_never_there_fails_events_in_time_and_is_used_when_it_comes() throws Exception {
        makeStream();
        natsServer.stop();
        var sink = sink(false);
        var expecting = sink(true);
        assertThat(sendAtOnce(sink, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        assertThat(sendAtOnce(expecting, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        natsServer.start();
        untilDelivered(sink);
        untilDelivered(expecting);
    }

    /// After the second no, the client closes its connection for good.
    @Test
    void events_fail_while_the_server_rejects_the_password_and_are_delivered_afterwards() throws Exception {
        try (var guarded = NatsServer.guarded("relay", "old")) {
            declare(guarded);
            var target = new SinkTarget.Nats(subject, false);
            var subscription = SampleDeliveries.subscription(target);
            var sink = SampleDeliveries.attempting(subscription,
                    new NatsSink(target, new Guarded(guarded.url()), subscription));
            assertThat(send(sink)).isEqualTo(DELIVERED);
            guarded.stop();
            guarded.admit("relay", "new");
            guarded.start();
            Eventually.holds(() -> failure(send(sink)).contains("Authorization"));
            guarded.stop();
            guarded.admit("relay", "old");
            guarded.start();
            untilDelivered(sink);
        }
    }

    @Test
    void a_password_in_the_url_of_a_server_is_refused_and_not_shown() {
        var config = new Guarded("nats://relay:old@localhost:4222");
        var target = new SinkTarget.Nats(subject, false);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new NatsSink(target, config, SampleDeliveries.subscription(target)))
                .withMessageStartingWith("onceward.nats.servers must not hold").withMessageNotContaining("relay:");
    }

    @Test
    void an_event_whose_ack_was_lost_fails_and_is_a_duplicate_at_the_next_attempt() throws Exception {
        makeStream();
        loseAck(sink(false));
    }

    private record Guarded(String url) implements NatsConfig {

        @Override
        public List<String> servers() {
            return List.of(url);
        }

        @Override
        public Optional<String> user() {
            return Optional.of("relay");
        }

        @Override
        public Optional<String> password() {
            return Optional.of("old");
        }

        @Override
        public Optional<String> token() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> credentials() {
            return Optional.empty();
        }
    }

    @SuppressWarnings("try") // closing may be interrupted, which no test is
    private void declare(NatsServer guarded) throws Exception {
        try (var admin = io.nats.client.Nats.connect(Options.builder().server(guarded.url())
                .userInfo("relay", "old").build())) {
            var _ = admin.jetStreamManagement().addStream(
                    StreamConfiguration.builder().name(stream).subjects(stream + ".>").build());
        }
    }
}
