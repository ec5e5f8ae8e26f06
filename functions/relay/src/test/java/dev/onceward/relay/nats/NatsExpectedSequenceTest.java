package dev.onceward.relay.nats;

import java.time.Duration;
import java.util.ArrayList;

import io.nats.client.PublishOptions;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.testing.SendEvents.BODY;
import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.newEvent;
import static dev.onceward.relay.testing.SendEvents.send;
import static dev.onceward.relay.testing.SendEvents.sendInOrder;
import static org.assertj.core.api.Assertions.assertThat;

/// Sinks that tell the server which sequence they expect.
@QuarkusTest
@WithTestResource(Brokers.class)
class NatsExpectedSequenceTest extends NatsStreamFixture {
    @Test
    void a_sink_with_expected_sequences_keeps_the_order_and_continues_after_another_sink() throws Exception {
        makeStream();
        var sent = new ArrayList<>(sendInOrder(sink(true), 20));
        sent.addAll(sendInOrder(sink(true), 20));
        assertThat(sent).isEqualTo(ids());
    }

    @Test
    void a_sink_with_expected_sequences_fails_once_after_another_writer_and_then_continues() throws Exception {
        makeStream();
        var sink = sink(true);
        assertThat(send(sink)).isEqualTo(DELIVERED);
        assertThat(send(sink(false))).isEqualTo(DELIVERED);
        assertThat(send(sink)).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).contains("wrong last sequence"));
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void a_sink_with_expected_sequences_recognises_a_duplicate_whose_ack_was_lost() throws Exception {
        makeStream();
        loseAck(sink(true));
    }

    @Test
    void a_sink_with_expected_sequences_recognises_the_last_event_after_the_duplicate_window() throws Exception {
        makeStream(Duration.ofMillis(100));
        var event = newEvent();
        assertThat(send(sink(true), event)).isEqualTo(DELIVERED);
        untilForgotten();
        assertThat(send(sink(true), event)).isEqualTo(AGAIN);
    }

    @Test
    void the_server_detects_a_duplicate_before_it_checks_the_expected_sequence() throws Exception {
        makeStream();
        var event = newEvent();
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        var ack = connection.jetStream().publish(subject, BODY, PublishOptions.builder()
                .messageId(event.id().toString()).expectedLastSubjectSequence(99).build());
        assertThat(ack.isDuplicate()).isTrue();
    }

    /// Until the stream takes again what it took once before.
    private void untilForgotten() {
        var target = new SinkTarget.Nats(stream + ".other", false);
        var other = SampleDeliveries.sink(target, sinks::to);
        var copy = newEvent();
        assertThat(send(other, copy)).isEqualTo(DELIVERED);
        Eventually.holds(() -> send(other, copy).equals(DELIVERED));
    }
}
