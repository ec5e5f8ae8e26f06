package dev.onceward.relay.http;

import java.net.URI;
import java.time.Duration;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.ReceiverAnswer;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;

import static dev.onceward.relay.http.HttpSinks.PATIENCE;
import static dev.onceward.relay.http.HttpSinks.VERTX;
import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.sink;
import static dev.onceward.relay.http.HttpSinks.some;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;

class HttpTroubleTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Failed LATE = new Failed("no answer within 300 ms", null, null);
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Failed LATER = new Failed("no answer within 10000 ms", null, null);

    @Test
    void an_attempt_to_a_closed_port_fails() {
        var receiver = RawReceiver.saying("");
        var url = receiver.url();
        receiver.close();
        assertThat(send(sink(URI.create(url)), some())).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).startsWith("no connection: Connection refused"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"})
    void an_attempt_without_a_complete_answer_in_time_fails(String beginning) {
        try (var receiver = RawReceiver.saying(beginning)) {
            assertThat(hurriedly(receiver)).isEqualTo(LATE);
            receiver.awaitEnd(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: y\r\n", "HTTP/1.1 100 Continue\r\n\r\n"})
    void an_attempt_whose_answer_has_endless_headers_fails(String line) {
        try (var receiver = RawReceiver.answering(socket -> drip(socket, "HTTP/1.1 100 Continue\r\n\r\n", line))) {
            assertThat(hurriedly(receiver)).isInstanceOf(Failed.class);
            receiver.awaitEnd(0);
        }
    }

    @Test
    void an_attempt_whose_answer_has_a_slow_endless_body_fails() {
        var head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        try (var receiver = RawReceiver.answering(socket -> drip(socket, head, "1\r\nx\r\n"))) {
            assertThat(hurriedly(receiver)).isEqualTo(LATE);
            receiver.awaitEnd(0);
        }
    }

    /// Long before the time is over.
    @Test
    void an_endless_body_of_an_answer_is_cut_off_and_its_status_is_the_outcome() {
        try (var receiver = RawReceiver.answering(socket -> pour(socket, "200 OK"))) {
            assertThat(send(sink(URI.create(receiver.url())), some())).isEqualTo(new Delivered(false));
            receiver.awaitEnd(0);
        }
        try (var receiver = RawReceiver.answering(socket -> pour(socket, "500 No"))) {
            assertThat(send(sink(URI.create(receiver.url())), some()))
                    .isEqualTo(new Failed("answered 500", null, new ReceiverAnswer(500, "x".repeat(8192))));
            receiver.awaitEnd(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Le"})
    void an_attempt_whose_connection_ends_before_the_answer_fails(String beginning) {
        try (var receiver = RawReceiver.answering(socket -> socket.end(buffer(beginning)))) {
            assertThat(attempt(receiver)).isEqualTo(new Failed("the connection was closed", null, null));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 100\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"})
    void an_attempt_whose_connection_ends_within_the_answer_fails(String rest) {
        try (var receiver = RawReceiver.answering(socket -> socket.end(buffer("HTTP/1.1 200 OK\r\n" + rest)))) {
            assertThat(attempt(receiver)).isEqualTo(new Failed("answered 200, and then: the connection was closed",
                    null, new ReceiverAnswer(200, "hello")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH_9.6\r\n\r\n", "HTTP/1.1 abc\r\n\r\n"})
    void an_attempt_whose_answer_is_no_http_fails(String answer) {
        try (var receiver = RawReceiver.saying(answer)) {
            assertThat(attempt(receiver)).isInstanceOf(Failed.class).isNotEqualTo(LATER);
        }
    }

    @Test
    void an_attempt_whose_answer_has_too_large_headers_fails() {
        try (var receiver = RawReceiver.saying("HTTP/1.1 200 OK\r\nX: " + "y".repeat(100_000))) {
            assertThat(attempt(receiver)).isInstanceOf(Failed.class).isNotEqualTo(LATER);
            receiver.awaitEnd(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"})
    void informational_responses_before_the_answer_are_skipped(String before) {
        try (var receiver = RawReceiver.saying(before + "HTTP/1.1 204 No Content\r\n\r\n")) {
            assertThat(attempt(receiver)).isEqualTo(new Delivered(false));
        }
    }

    @Test
    void an_answer_that_ends_with_its_connection_is_complete() {
        try (var receiver = RawReceiver.answering(socket -> socket.end(buffer("HTTP/1.1 500 No\r\n\r\nhello")))) {
            assertThat(attempt(receiver)).isEqualTo(new Failed("answered 500", null, new ReceiverAnswer(500, "hello")));
        }
    }

    private static AttemptOutcome attempt(RawReceiver receiver) {
        return attempt(receiver, LONG);
    }

    private static AttemptOutcome hurriedly(RawReceiver receiver) {
        return attempt(receiver, SHORT);
    }

    private static AttemptOutcome attempt(RawReceiver receiver, Duration time) {
        return sink(target(receiver.url(), new Binary()), time).send(some()).await().atMost(PATIENCE);
    }

    private static void drip(NetSocket socket, String first, String next) {
        socket.write(first);
        var dripping = VERTX.setPeriodic(20, _ -> socket.write(next));
        socket.endHandler(_ -> VERTX.cancelTimer(dripping));
    }

    private static void pour(NetSocket socket, String status) {
        socket.write("HTTP/1.1 " + status + "\r\nTransfer-Encoding: chunked\r\n\r\n");
        var chunk = "400\r\n" + "x".repeat(1024) + "\r\n";
        var pouring = VERTX.setPeriodic(1, _ -> socket.write(chunk));
        socket.endHandler(_ -> VERTX.cancelTimer(pouring));
    }

    private static Buffer buffer(String text) {
        return Buffer.buffer(text);
    }
}
