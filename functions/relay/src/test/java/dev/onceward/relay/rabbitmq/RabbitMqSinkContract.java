package dev.onceward.relay.rabbitmq;

import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.rabbitmq.client.GetResponse;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.runtime.log.Event;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.testing.SendEvents.BODY;
import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.newEvent;
import static dev.onceward.relay.testing.SendEvents.send;
import static dev.onceward.relay.testing.SendEvents.sendAtOnce;
import static dev.onceward.relay.testing.SendEvents.sendInOrder;
import static org.assertj.core.api.Assertions.assertThat;

abstract class RabbitMqSinkContract extends RabbitMqQueueFixture {
    abstract AttemptOutcome unroutable(String exchange, String key);

    @Test
    void the_bytes_of_a_body_arrive_as_they_are() throws Exception {
        var sink = sink("", queue);
        var bodies = List.of(BODY, new byte[0], new byte[]{(byte) 0xff, 0, (byte) 0xc3, 0x28}, new byte[1 << 20]);
        bodies.forEach(body -> assertThat(send(sink, SampleDeliveries.event(null, body))).isEqualTo(DELIVERED));
        assertThat(read(bodies.size())).extracting(GetResponse::getBody).containsExactlyElementsOf(bodies);
    }

    @Test
    void a_message_is_persistent_and_a_cloud_event_and_carries_the_trace() throws Exception {
        var event = SampleDeliveries.event("customer-1", BODY);
        assertThat(send(sink("", queue), event)).isEqualTo(DELIVERED);
        var properties = read(1).getFirst().getProps();
        assertThat(properties.getDeliveryMode()).isEqualTo(2);
        assertThat(properties.getMessageId()).isEqualTo(event.id().toString());
        assertThat(properties.getType()).isEqualTo("order.paid");
        assertThat(properties.getContentType()).isEqualTo("application/json");
        assertThat(properties.getTimestamp())
                .isEqualTo(Date.from(SampleDeliveries.STORED.truncatedTo(ChronoUnit.SECONDS)));
        assertThat(text(properties.getHeaders())).isEqualTo(SampleDeliveries.attributes(event, "cloudEvents:"));
    }

    @Test
    void an_exchange_routes_an_event_by_the_routing_key() throws Exception {
        var exchange = "x-" + queue;
        channel.exchangeDeclare(exchange, "topic", true);
        channel.queueBind(queue, exchange, "orders.*");
        assertThat(send(sink(exchange, "orders.paid"))).isEqualTo(DELIVERED);
        assertThat(read(1).getFirst().getEnvelope().getRoutingKey()).isEqualTo("orders.paid");
    }

    @Test
    void events_stay_in_order() throws Exception {
        var ids = sendInOrder(sink("", queue), 100);
        assertThat(read(100)).extracting(message -> message.getProps().getMessageId()).isEqualTo(ids);
    }

    @Test
    void an_event_that_no_queue_receives_is_not_delivered_until_a_queue_is_bound() throws Exception {
        var exchange = "x-" + queue;
        channel.exchangeDeclare(exchange, "direct", true);
        var sink = sink(exchange, "orders");
        assertThat(send(sink)).isEqualTo(unroutable(exchange, "orders"));
        channel.queueBind(queue, exchange, "orders");
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void an_exchange_that_is_missing_fails_events_until_it_is_made() throws Exception {
        var exchange = "x-" + queue;
        var sink = sink(exchange, "orders");
        assertThat(sendAtOnce(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        assertThat(send(sink)).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).contains(exchange));
        channel.exchangeDeclare(exchange, "direct", true);
        channel.queueBind(queue, exchange, "orders");
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void an_event_that_amqp_cannot_carry_is_refused_and_the_next_event_is_delivered() throws Exception {
        var sink = sink("", queue);
        assertThat(send(sink, SampleDeliveries.event("ü".repeat(128), null, Map.of(), BODY))).isInstanceOfSatisfying(
                Refused.class, refused -> assertThat(refused.why()).contains("type has 256 bytes"));
        assertThat(send(sink, traced("x".repeat(300_000)))).isInstanceOfSatisfying(
                Refused.class, refused -> assertThat(refused.why()).contains("headers have"));
        assertThat(send(sink, SampleDeliveries.event("ü".repeat(127), null, Map.of(), BODY))).isEqualTo(DELIVERED);
        assertThat(read(1).getFirst().getProps().getType()).isEqualTo("ü".repeat(127));
    }

    @Test
    void a_broker_that_stops_fails_events_in_time_and_is_used_again_when_it_is_back() throws Exception {
        var sink = sink("", queue);
        assertThat(send(sink)).isEqualTo(DELIVERED);
        rabbitMqBroker.stop();
        assertThat(sendAtOnce(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        rabbitMqBroker.start();
        connect();
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void a_broker_that_was_never_there_fails_events_in_time_and_is_used_when_it_comes() throws Exception {
        rabbitMqBroker.stop();
        var sink = sink("", queue);
        assertThat(sendAtOnce(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        rabbitMqBroker.start();
        connect();
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void an_event_whose_confirm_was_lost_fails_and_is_sent_again_with_the_same_id() throws Exception {
        var sink = sink("", queue);
        assertThat(send(sink)).isEqualTo(DELIVERED);
        assertThat(read(1)).hasSize(1);
        var event = newEvent();
        proxy.loseAnswers();
        var lost = sink.send(event).subscribeAsCompletionStage();
        var first = read(1).getFirst();
        proxy.endConnections();
        assertThat(lost.join()).isInstanceOf(Failed.class);
        assertThat(send(sink, event)).isEqualTo(DELIVERED);
        assertThat(read(1).getFirst().getProps().getMessageId()).isEqualTo(first.getProps().getMessageId());
    }

    @Test
    void a_broker_that_does_not_answer_fails_events_in_time() {
        var sink = sink("", queue);
        assertThat(send(sink)).isEqualTo(DELIVERED);
        proxy.loseAnswers();
        assertThat(sendAtOnce(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        proxy.endConnections();
        Eventually.holds(() -> send(sink).equals(DELIVERED));
    }

    private static Event traced(String state) {
        var event = newEvent();
        return new Event(event.id(), event.at(), event.source(), event.topic(), event.type(), event.ordering(),
                event.headers(), Buffer.buffer(BODY), new EventTrace(null, state, null, null));
    }

    private static Map<String, String> text(Map<String, Object> headers) {
        var text = new HashMap<String, String>();
        headers.forEach((name, value) -> text.put(name, value.toString()));
        return text;
    }
}
