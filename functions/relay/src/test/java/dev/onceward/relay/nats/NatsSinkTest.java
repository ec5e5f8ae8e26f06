package dev.onceward.relay.nats;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import io.nats.client.Connection;
import io.nats.client.Options;
import io.nats.client.PublishOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.onceward.brokers.NatsServer;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.AwaitInRelay;
import dev.onceward.relay.testing.BrokerProxy;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.RequireProgram;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.runtime.log.Event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@QuarkusTest
@WithTestResource(Brokers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // [Brokers] puts the cable, and what is before a test the rest
class NatsSinkTest {
    private static final Delivered DELIVERED = new Delivered(false);
    private static final Delivered AGAIN = new Delivered(true);
    private static final byte[] BODY = "{}".getBytes(UTF_8);

    @Inject
    NatsSinks sinks;

    BrokerProxy cable;

    private NatsServer natsServer;
    private Connection connection;
    private String stream;
    private String subject;

    @BeforeAll
    void start() {
        RequireProgram.needs("nats-server", NatsServer.installed());
        natsServer = NatsServer.started();
    }

    @AfterAll
    void end() {
        if (natsServer != null) {
            natsServer.close();
        }
    }

    @BeforeEach
    void declare() throws Exception {
        cable.to(URI.create(natsServer.url()).getPort());
        natsServer.start();
        stream = "s-" + UUID.randomUUID();
        subject = stream + ".orders";
        connection = io.nats.client.Nats.connect(natsServer.url());
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        cable.cut();
    }

    @Test
    void the_bytes_of_a_body_arrive_as_they_are() throws Exception {
        make_stream();
        var sink = sink(false);
        var bodies = List.of(BODY, new byte[0], new byte[]{(byte) 0xff, 0, (byte) 0xc3, 0x28}, new byte[1 << 20]);
        bodies.forEach(body -> assertThat(send(sink, SampleDeliveries.event(null, body))).isEqualTo(DELIVERED));
        // The client makes null of what is empty.
        assertThat(read()).extracting(message -> message.getData() == null ? new byte[0] : message.getData())
                .containsExactlyElementsOf(bodies);
    }

    @Test
    void a_message_is_a_cloud_event_in_binary_mode_and_carries_the_trace() throws Exception {
        make_stream();
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
        make_stream();
        assertThat(send(sink(false), SampleDeliveries.event("größe 10%\n", null, Map.of(), BODY))).isEqualTo(DELIVERED);
        assertThat(headers(read().getFirst())).containsEntry("ce-type", "gr%C3%B6%C3%9Fe%2010%25%0A");
    }

    @Test
    void a_content_type_that_a_header_cannot_carry_is_replaced_by_octet_stream() throws Exception {
        make_stream();
        var event = SampleDeliveries.event("order.paid", null, Map.of("content-type", "text/größe"), BODY);
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        assertThat(headers(read().getFirst())).containsEntry("Content-Type", "application/octet-stream");
    }

    @Test
    void a_repeated_event_is_a_duplicate_by_its_id() throws Exception {
        make_stream();
        var event = SampleDeliveries.event(null, BODY);
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        assertThat(send(sink(false), event)).isEqualTo(AGAIN);
        assertThat(read()).hasSize(1);
    }

    @Test
    void events_stay_in_order() throws Exception {
        make_stream();
        assertThat(in_order(sink(false), 100)).isEqualTo(ids());
    }

    @Test
    void a_subject_that_no_stream_takes_fails_events_until_a_stream_takes_it() throws Exception {
        var sink = sink(false);
        var expecting = sink(true);
        var missing = new Failed("NATS: No stream of JetStream takes the subject " + subject + ".", null, null);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(missing);
        assertThat(send(expecting, SampleDeliveries.event(null, BODY))).isEqualTo(missing);
        make_stream();
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        assertThat(send(expecting, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    @Test
    void an_event_that_is_too_large_is_refused_and_the_next_event_is_delivered() throws Exception {
        make_stream();
        var sink = sink(false);
        assertThat(send(sink, SampleDeliveries.event(null, new byte[NatsServer.LARGEST]))).isInstanceOf(Refused.class);
        assertThat(send(sink, SampleDeliveries.event(null, new byte[(1 << 20) + 1024]))).isInstanceOf(Refused.class);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    @Test
    void a_server_that_stops_fails_events_in_time_and_is_used_again_when_it_is_back() throws Exception {
        make_stream();
        var sink = sink(false);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        natsServer.kill();
        assertThat(sinking(sink, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        natsServer.start();
        until_delivered(sink);
    }

    @Test
    void a_server_that_was_never_there_fails_events_in_time_and_is_used_when_it_comes() throws Exception {
        make_stream();
        natsServer.stop();
        var sink = sink(false);
        var expecting = sink(true);
        assertThat(sinking(sink, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        assertThat(sinking(expecting, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        natsServer.start();
        until_delivered(sink);
        until_delivered(expecting);
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
            assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
            guarded.stop();
            guarded.admit("relay", "new");
            guarded.start();
            AwaitInRelay.until(() -> why(send(sink, SampleDeliveries.event(null, BODY))).contains("Authorization"));
            guarded.stop();
            guarded.admit("relay", "old");
            guarded.start();
            until_delivered(sink);
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
    void a_closed_sink_delivers_no_event() throws Exception {
        make_stream();
        var sink = sink(false);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        sink.close().await().atMost(SampleDeliveries.TIMEOUT);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isInstanceOf(Failed.class);
    }

    @Test
    void an_event_whose_ack_was_lost_fails_and_is_a_duplicate_at_the_next_attempt() throws Exception {
        make_stream();
        lose_the_ack(sink(false));
    }

    @Test
    void a_sink_with_expected_sequences_keeps_the_order_and_continues_after_another_sink() throws Exception {
        make_stream();
        var sent = new ArrayList<>(in_order(sink(true), 20));
        sent.addAll(in_order(sink(true), 20));
        assertThat(sent).isEqualTo(ids());
    }

    @Test
    void a_sink_with_expected_sequences_fails_once_after_another_writer_and_then_continues() throws Exception {
        make_stream();
        var sink = sink(true);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        assertThat(send(sink(false), SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).contains("wrong last sequence"));
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    @Test
    void a_sink_with_expected_sequences_recognises_a_duplicate_whose_ack_was_lost() throws Exception {
        make_stream();
        lose_the_ack(sink(true));
    }

    @Test
    void a_sink_with_expected_sequences_recognises_the_last_event_after_the_duplicate_window() throws Exception {
        make_stream(Duration.ofMillis(100));
        var event = SampleDeliveries.event(null, BODY);
        assertThat(send(sink(true), event)).isEqualTo(DELIVERED);
        until_forgotten();
        assertThat(send(sink(true), event)).isEqualTo(AGAIN);
    }

    @Test
    void the_server_detects_a_duplicate_before_it_checks_the_expected_sequence() throws Exception {
        make_stream();
        var event = SampleDeliveries.event(null, BODY);
        assertThat(send(sink(false), event)).isEqualTo(DELIVERED);
        var ack = connection.jetStream().publish(subject, BODY, PublishOptions.builder()
                .messageId(event.id().toString()).expectedLastSubjectSequence(99).build());
        assertThat(ack.isDuplicate()).isTrue();
    }

    private void lose_the_ack(Sink sink) {
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
        var event = SampleDeliveries.event(null, BODY);
        cable.mute();
        var lost = sink.send(event).subscribeAsCompletionStage();
        AwaitInRelay.until(() -> read().size() == 2);
        assertThat(lost.join()).isInstanceOf(Failed.class);
        cable.cut();
        AwaitInRelay.until(() -> send(sink, event).equals(AGAIN));
        assertThat(read()).hasSize(2);
        assertThat(send(sink, SampleDeliveries.event(null, BODY))).isEqualTo(DELIVERED);
    }

    /// Until the stream takes again what it took once before.
    private void until_forgotten() {
        var target = new SinkTarget.Nats(stream + ".other", false);
        var other = SampleDeliveries.sink(target, sinks::to);
        var copy = SampleDeliveries.event(null, BODY);
        assertThat(send(other, copy)).isEqualTo(DELIVERED);
        AwaitInRelay.until(() -> send(other, copy).equals(DELIVERED));
    }

    private void make_stream() throws Exception {
        make_stream(Duration.ofMinutes(2));
    }

    private void make_stream(Duration window) throws Exception {
        connection.jetStreamManagement().addStream(StreamConfiguration.builder().name(stream)
                .subjects(stream + ".>").duplicateWindow(window).maximumMessageSize((1 << 20) + 1024).build());
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

    private static String why(AttemptOutcome attemptOutcome) {
        return attemptOutcome instanceof Failed(var why, _, _) ? why : attemptOutcome.toString();
    }

    private Sink sink(boolean expectSequence) {
        var target = new SinkTarget.Nats(subject, expectSequence);
        return SampleDeliveries.sink(target, sinks::to);
    }

    private static AttemptOutcome send(Sink sink, Event event) {
        return sink.send(event).await().atMost(SampleDeliveries.TIMEOUT.plusSeconds(1));
    }

    /// Sent at the same time, each in its time.
    private static List<AttemptOutcome> sinking(Sink sink, int count) {
        var sent = IntStream.range(0, count).mapToObj(_ -> sink.send(SampleDeliveries.event(null, BODY)))
                .map(uni -> uni.ifNoItem().after(SampleDeliveries.TIMEOUT.plusSeconds(1)).fail()
                        .subscribeAsCompletionStage())
                .toList();
        return sent.stream().map(attemptOutcome -> attemptOutcome.join()).toList();
    }

    private static List<String> in_order(Sink sink, int count) {
        var events = IntStream.range(0, count).mapToObj(_ -> SampleDeliveries.event("customer-1", BODY)).toList();
        var sent = events.stream().map(sink::send).map(uni -> uni.subscribeAsCompletionStage()).toList();
        assertThat(sent).allSatisfy(attemptOutcome -> assertThat(attemptOutcome.join()).isEqualTo(DELIVERED));
        return events.stream().map(event -> event.id().toString()).toList();
    }

    private static void until_delivered(Sink sink) {
        AwaitInRelay.until(() -> send(sink, SampleDeliveries.event(null, BODY)).equals(DELIVERED));
    }

    private List<String> ids() {
        return read().stream().map(message -> headers(message).getOrDefault("ce-id", "")).toList();
    }

    private List<MessageInfo> read() {
        try {
            var management = connection.jetStreamManagement();
            var messages = new ArrayList<MessageInfo>();
            for (var n = 1; n <= management.getStreamInfo(stream).getStreamState().getLastSequence(); n++) {
                messages.add(management.getMessage(stream, n));
            }
            return messages;
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static Map<String, String> headers(MessageInfo message) {
        var headers = new HashMap<String, String>();
        var present = message.getHeaders();
        if (present != null) {
            present.forEach((name, values) -> headers.put(name, String.join(",", values)));
        }
        return headers;
    }
}
