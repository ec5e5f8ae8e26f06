package dev.onceward.relay.nats;

import java.util.List;
import java.util.Map;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.NatsServer;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.SampleDeliveries;

import static dev.onceward.relay.testing.SendEvents.BODY;
import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.newEvent;
import static dev.onceward.relay.testing.SendEvents.send;
import static dev.onceward.relay.testing.SendEvents.sendInOrder;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@WithTestResource(Brokers.class)
class NatsSinkTest extends NatsStreamFixture {
    @Test
    void the_bytes_of_a_body_arrive_as_they_are() throws Exception {
        makeStream();
        var sink = sink(false);
        var bodies = List.of(BODY, new byte[0], new byte[]{(byte) 0xff, 0, (byte) 0xc3, 0x28}, new byte[1 << 20]);
        bodies.forEach(body -> assertThat(send(sink, SampleDeliveries.event(null, body))).isEqualTo(DELIVERED));
        // The client makes null of what is empty.
        assertThat(read()).extracting(message -> message.getData() == null ? new byte[0] : message.getData())
                .containsExactlyElementsOf(bodies);
    }

    @Test
    void a_message_is_a_cloud_event_in_binary_mode_and_carries_the_trace() throws Exception {
        makeStream();
        var event = SampleDeliveries.event("customer-1", BODY);
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        assertThat(headers(read().getFirst())).containsAllEntriesOf(SampleDeliveries.attributes(event, "ce-"))
                .contains(Map.entry("Nats-Msg-Id", event.id().toString()),
                        Map.entry("Content-Type", "application/json"),
                        Map.entry("ce-datacontenttype", "application/json"))
                .hasSize(15);
    }

    @Test
    void characters_that_headers_cannot_have_are_percent_encoded() throws Exception {
        makeStream();
        assertThat(send(sink(false), SampleDeliveries.event("größe 10%\n", null, Map.of(), BODY))).isEqualTo(DELIVERED);
        assertThat(headers(read().getFirst())).containsEntry("ce-type", "gr%C3%B6%C3%9Fe%2010%25%0A");
    }

    @Test
    void a_content_type_that_a_header_cannot_carry_is_replaced_by_octet_stream() throws Exception {
        makeStream();
        var event = SampleDeliveries.event("order.paid", null, Map.of("content-type", "text/größe"), BODY);
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        assertThat(headers(read().getFirst())).containsEntry("Content-Type", "application/octet-stream");
    }

    @Test
    void a_repeated_event_is_a_duplicate_by_its_id() throws Exception {
        makeStream();
        var event = newEvent();
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        assertThat(send(sink(false), event)).isEqualTo(AGAIN);
        assertThat(read()).hasSize(1);
    }

    @Test
    void events_stay_in_order() throws Exception {
        makeStream();
        assertThat(sendInOrder(sink(false), 100)).isEqualTo(ids());
    }

    @Test
    void a_subject_that_no_stream_takes_fails_events_until_a_stream_takes_it() throws Exception {
        var sink = sink(false);
        var expecting = sink(true);
        var missing = new Failed("NATS: No stream of JetStream takes the subject " + subject + ".", null, null);
        assertThat(send(sink)).isEqualTo(missing);
        assertThat(send(expecting)).isEqualTo(missing);
        makeStream();
        assertThat(send(sink)).isEqualTo(DELIVERED);
        assertThat(send(expecting)).isEqualTo(DELIVERED);
    }

    @Test
    void an_event_that_is_too_large_is_refused_and_the_next_event_is_delivered() throws Exception {
        makeStream();
        var sink = sink(false);
        assertThat(send(sink, SampleDeliveries.event(null, new byte[NatsServer.LARGEST]))).isInstanceOf(Refused.class);
        assertThat(send(sink, SampleDeliveries.event(null, new byte[(1 << 20) + 1024]))).isInstanceOf(Refused.class);
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void a_closed_sink_delivers_no_event() throws Exception {
        makeStream();
        var sink = sink(false);
        assertThat(send(sink)).isEqualTo(DELIVERED);
        sink.close().await().atMost(SampleDeliveries.TIMEOUT);
        assertThat(send(sink)).isInstanceOf(Failed.class);
    }
}
