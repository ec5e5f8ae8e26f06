package dev.onceward.relay.rabbitmq;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.AwaitInRelay;
import dev.onceward.relay.testing.BrokerProxy;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.runtime.log.Event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // [Brokers] puts the cable, and what is before a test the rest
abstract class RabbitMqSinkContract {
    private static final Delivered DELIVERED = new Delivered(false);
    private static final byte[] BODY = "{}".getBytes(UTF_8);

    @Inject
    RabbitMqSinks sinks;

    BrokerProxy cable;

    private RabbitMqBroker rabbitMqBroker;
    private Connection connection;
    private Channel channel;
    private String queue;

    abstract RabbitMqBroker started();

    abstract AttemptOutcome unroutable(String exchange, String key);

    @BeforeAll
    void start() {
        rabbitMqBroker = started();
    }

    @AfterAll
    void end() {
        if (rabbitMqBroker != null) {
            rabbitMqBroker.close();
        }
    }

    @BeforeEach
    void declare() throws IOException, TimeoutException {
        cable.to(rabbitMqBroker.port());
        rabbitMqBroker.start();
        queue = "q-" + UUID.randomUUID();
        connect();
    }

    @AfterEach
    void disconnect() {
        connection.abort();
        cable.cut();
    }

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
        assertThat(send(sink(exchange, "orders.paid"), SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        assertThat(read(1).getFirst().getEnvelope().getRoutingKey()).isEqualTo("orders.paid");
    }

    @Test
    void events_stay_in_order() throws Exception {
        var sink = sink("", queue);
        var events = IntStream.range(0, 100).mapToObj(_ -> SampleDeliveries.event("customer-1", BODY)).toList();
        var sent = events.stream().map(sink::send).map(uni -> uni.subscribeAsCompletionStage()).toList();
        assertThat(sent).allSatisfy(outcome -> assertThat(outcome.join()).isEqualTo(DELIVERED));
        assertThat(read(events.size())).extracting(message -> message.getProps().getMessageId())
                .containsExactlyElementsOf(events.stream().map(event -> event.id().toString()).toList());
    }

    @Test
    void an_event_that_no_queue_receives_is_not_delivered_until_a_queue_is_bound() throws Exception {
        var exchange = "x-" + queue;
        channel.exchangeDeclare(exchange, "direct", true);
        var sink = sink(exchange, "orders");
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(unroutable(exchange, "orders"));
        channel.queueBind(queue, exchange, "orders");
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    @Test
    void an_exchange_that_is_missing_fails_events_until_it_is_made() throws Exception {
        var exchange = "x-" + queue;
        var sink = sink(exchange, "orders");
        assertThat(sinking(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).contains(exchange));
        channel.exchangeDeclare(exchange, "direct", true);
        channel.queueBind(queue, exchange, "orders");
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
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
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        rabbitMqBroker.stop();
        assertThat(sinking(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        rabbitMqBroker.start();
        connect();
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    @Test
    void a_broker_that_was_never_there_fails_events_in_time_and_is_used_when_it_comes() throws Exception {
        rabbitMqBroker.stop();
        var sink = sink("", queue);
        assertThat(sinking(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        rabbitMqBroker.start();
        connect();
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    @Test
    void an_event_whose_confirm_was_lost_fails_and_is_sent_again_with_the_same_id() throws Exception {
        var sink = sink("", queue);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        assertThat(read(1)).hasSize(1);
        var event = SampleDeliveries.event(null, BODY);
        cable.mute();
        var lost = sink.send(event).subscribeAsCompletionStage();
        var first = read(1).getFirst();
        cable.cut();
        assertThat(lost.join()).isInstanceOf(Failed.class);
        assertThat(send(sink, event)).isEqualTo(DELIVERED);
        assertThat(read(1).getFirst().getProps().getMessageId()).isEqualTo(first.getProps().getMessageId());
    }

    @Test
    void a_broker_that_does_not_answer_fails_events_in_time() {
        var sink = sink("", queue);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        cable.mute();
        assertThat(sinking(sink, 3)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Failed.class));
        cable.cut();
        AwaitInRelay.until(() -> send(sink, SampleDeliveries.event(null, BODY)).equals(DELIVERED));
    }

    private static Event traced(String state) {
        var event = SampleDeliveries.event(null, BODY);
        return new Event(event.id(), event.at(), event.source(), event.topic(), event.type(), event.ordering(),
                event.headers(), Buffer.buffer(BODY), new EventTrace(null, state, null, null));
    }

    String declareInternal() throws IOException {
        var exchange = "internal-" + queue;
        var _ = channel.exchangeDeclare(exchange, "direct", true, false, true, Map.of());
        return exchange;
    }

    Sink sink(String exchange, String key) {
        var target = new SinkTarget.RabbitMq(exchange, key);
        return SampleDeliveries.sink(target, sinks::to);
    }

    static AttemptOutcome send(Sink sink, Event event) {
        return sink.send(event).await().atMost(SampleDeliveries.TIMEOUT.plusSeconds(1));
    }

    /// Sent at the same time, each in its time.
    private static List<AttemptOutcome> sinking(Sink sink, int count) {
        var sent = IntStream.range(0, count).mapToObj(_ -> sink.send(SampleDeliveries.event(null, BODY)))
                .map(uni -> uni.ifNoItem().after(SampleDeliveries.TIMEOUT.plusSeconds(1)).fail()
                        .subscribeAsCompletionStage())
                .toList();
        return sent.stream().map(outcome -> outcome.join()).toList();
    }

    private void connect() throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setPort(rabbitMqBroker.port());
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.queueDeclare(queue, true, false, false, Map.of());
    }

    private List<GetResponse> read(int count) {
        var messages = new ArrayList<GetResponse>();
        AwaitInRelay.until(() -> {
            for (var next = next(); next != null; next = next()) {
                messages.add(next);
            }
            return messages.size() >= count;
        });
        assertThat(messages).hasSize(count);
        return messages;
    }

    private @Nullable GetResponse next() {
        try {
            return channel.basicGet(queue, true);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Map<String, String> text(Map<String, Object> headers) {
        var text = new HashMap<String, String>();
        headers.forEach((name, value) -> text.put(name, value.toString()));
        return text;
    }
}
