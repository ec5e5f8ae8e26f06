package dev.onceward.relay.http;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.standardwebhooks.Webhook;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Structured;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.relay.testing.HttpReceiver.Got;
import dev.onceward.runtime.log.Event;

import static dev.onceward.relay.http.HttpSinks.PARENT;
import static dev.onceward.relay.http.HttpSinks.PATIENCE;
import static dev.onceward.relay.http.HttpSinks.SECRET;
import static dev.onceward.relay.http.HttpSinks.SIGNED;
import static dev.onceward.relay.http.HttpSinks.VERTX;
import static dev.onceward.relay.http.HttpSinks.event;
import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.sink;
import static dev.onceward.relay.http.HttpSinks.subscription;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/// What really arrives.
class HttpWireTest {
    private final HttpReceiver receiver = HttpReceiver.answering(202);

    @AfterEach
    void close() {
        receiver.close();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void an_event_is_one_post_to_the_path_as_configured(EventFormat format) {
        var got = sent("/in%20box/1?token=a%26b", format, HttpSinks.some());
        assertThat(got.line()).isEqualTo("POST /in%20box/1?token=a%26b");
        assertThat(got.header("host")).isEqualTo("127.0.0.1:" + receiver.port());
        assertThat(got.header("content-length")).isEqualTo(Integer.toString(got.body().length()));
        assertThat(got.headers()).doesNotContainKeys("transfer-encoding", "ce-datacontenttype", "x-private");
    }

    /// The receiver takes 8 KiB of headers, as most do.
    @ParameterizedTest
    @ValueSource(ints = {255, 256, 900, 5000})
    void an_event_with_an_ordering_key_of_any_length_arrives(int length) {
        var key = "\u4e00".repeat(length);
        var got = sent("/", new Binary(), new Event(HttpSinks.ID, HttpSinks.NOW, "shop", "orders", "order.paid", key,
                Map.of(), Buffer.buffer("{}"), EventTrace.NONE));
        assertThat(got.header("ce-partitionkey")).isEqualTo(length > 255 ? "" : "%E4%B8%80".repeat(length));
    }

    static List<EventFormat> formats() {
        return List.of(new Binary(), new Structured(), SIGNED);
    }

    static List<EventFormat> formats_of_plain_bytes() {
        return List.of(new Binary(), SIGNED);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void every_format_has_the_trace_and_the_configured_headers(EventFormat format) {
        var got = sent("/", format, HttpSinks.some());
        assertThat(got.header("traceparent")).isEqualTo(PARENT);
        assertThat(got.header("tracestate")).isEqualTo("a=b c");
        assertThat(got.header("x-token")).isEqualTo("t");
        assertThat(got.header("user-agent")).isEqualTo("Onceward");
    }

    @ParameterizedTest
    @MethodSource("formats_of_plain_bytes")
    void a_mebibyte_of_any_bytes_arrives_as_it_is(EventFormat format) {
        var bytes = new byte[1 << 20];
        new Random(7).nextBytes(bytes);
        var got = sent("/", format, event("application/octet-stream", Buffer.buffer(bytes)));
        assertThat(got.body().getBytes()).isEqualTo(bytes);
        assertThat(got.header("content-type")).isEqualTo("application/octet-stream");
    }

    @Test
    void a_mebibyte_of_json_arrives_unchanged_in_a_structured_event() {
        var json = "[" + "\"\\u00e9 é\",  1.10,".repeat(60_000) + "0]";
        var got = sent("/", new Structured(), event("application/json", json));
        assertThat(got.body().toString()).endsWith(",\"data\":" + json + "}");
    }

    @ParameterizedTest
    @MethodSource("formats_of_plain_bytes")
    void an_empty_body_arrives_empty(EventFormat format) {
        var got = sent("/", format, event("text/plain", ""));
        assertThat(got.body().length()).isZero();
        assertThat(got.header("content-length")).isEqualTo("0");
    }

    @Test
    void attributes_arrive_percent_encoded() {
        assertThat(sent("/", new Binary(), HttpSinks.some()).header("ce-partitionkey")).isEqualTo("customer%201");
    }

    @Test
    void a_signed_event_that_arrived_is_verified_by_the_standard_webhooks_library() {
        var target = target(receiver.url(), SIGNED);
        var subscription = subscription(target, 1, PATIENCE);
        var sink = new HttpSink(VERTX, subscription, target, Clock.systemUTC());
        assertThat(send(sink, event("text/plain", "hellö"))).isEqualTo(new Delivered(false));
        var got = receiver.only();
        assertThatNoException()
                .isThrownBy(() -> new Webhook(SECRET).verify(got.body().toString(), got.headers()));
    }

    @Test
    void each_attempt_of_an_event_has_the_same_id() {
        var sink = sink(target(receiver.url(), new Binary()));
        assertThat(send(sink, HttpSinks.some())).isEqualTo(send(sink, HttpSinks.some()));
        assertThat(receiver.got).extracting(got -> got.header("ce-id")).containsOnly(HttpSinks.ID.toString());
    }

    @Test
    void every_subscription_to_the_uni_of_an_outcome_is_an_attempt() {
        var attempt = sink(target(receiver.url(), new Binary())).send(HttpSinks.some());
        assertThat(receiver.got).isEmpty();
        assertThat(attempt.await().atMost(PATIENCE)).isEqualTo(new Delivered(false));
        assertThat(attempt.await().atMost(PATIENCE)).isEqualTo(new Delivered(false));
        assertThat(receiver.got).hasSize(2);
    }

    private Got sent(String path, EventFormat format, Event event) {
        assertThat(send(sink(target(receiver.url() + path, format)), event)).isEqualTo(new Delivered(false));
        return receiver.only();
    }
}
