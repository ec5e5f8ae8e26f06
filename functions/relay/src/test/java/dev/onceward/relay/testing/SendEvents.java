package dev.onceward.relay.testing;

import java.util.List;
import java.util.stream.IntStream;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.Sink;
import dev.onceward.runtime.log.Event;
import dev.onceward.testing.Eventually;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Sends events to a sink under test, and fails where an attempt takes longer than its time.
public final class SendEvents {
    public static final Delivered DELIVERED = new Delivered(false);
    public static final byte[] BODY = "{}".getBytes(UTF_8);

    private SendEvents() {}

    public static AttemptOutcome send(Sink sink, Event event) {
        return sink.send(event).await().atMost(SampleDeliveries.TIMEOUT.plusSeconds(1));
    }

    /// Sends a new event.
    public static AttemptOutcome send(Sink sink) {
        return send(sink, newEvent());
    }

    public static Event newEvent() {
        return SampleDeliveries.event(null, BODY);
    }

    /// Sends new events at the same time.
    public static List<AttemptOutcome> sendAtOnce(Sink sink, int count) {
        var sent = IntStream.range(0, count).mapToObj(_ -> sink.send(newEvent()))
                .map(uni -> uni.ifNoItem().after(SampleDeliveries.TIMEOUT.plusSeconds(1)).fail()
                        .subscribeAsCompletionStage())
                .toList();
        return sent.stream().map(outcome -> outcome.join()).toList();
    }

    /// Sends new events of one ordering key, and expects that all are delivered.
    ///
    /// @return their ids
    public static List<String> sendInOrder(Sink sink, int count) {
        var events = IntStream.range(0, count).mapToObj(_ -> SampleDeliveries.event("customer-1", BODY)).toList();
        var sent = events.stream().map(sink::send).map(uni -> uni.subscribeAsCompletionStage()).toList();
        assertThat(sent).allSatisfy(outcome -> assertThat(outcome.join()).isEqualTo(DELIVERED));
        return events.stream().map(event -> event.id().toString()).toList();
    }

    /// Sends new events until one is delivered.
    public static void untilDelivered(Sink sink) {
        Eventually.holds(() -> send(sink).equals(DELIVERED));
    }

    /// Why an attempt failed. Fails if it did not.
    public static String failure(AttemptOutcome outcome) {
        if (outcome instanceof Failed(var why, _, _)) {
            return why;
        }
        throw new AssertionError("The attempt did not fail: " + outcome);
    }
}
