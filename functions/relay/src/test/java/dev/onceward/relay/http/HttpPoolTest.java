package dev.onceward.relay.http;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.relay.testing.HttpReceiver.Got;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.http.HttpSinks.CLOCK;
import static dev.onceward.relay.http.HttpSinks.PATIENCE;
import static dev.onceward.relay.http.HttpSinks.VERTX;
import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.sink;
import static dev.onceward.relay.http.HttpSinks.some;
import static dev.onceward.relay.http.HttpSinks.subscription;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;

class HttpPoolTest {
    private final Queue<HttpServerResponse> held = new ConcurrentLinkedQueue<>();

    @Test
    void one_connection_carries_one_attempt_after_the_other() {
        try (var receiver = HttpReceiver.answering(response -> response.setStatusCode(500).end("x".repeat(60_000)))) {
            var sink = sink(at(receiver));
            IntStream.range(0, 5).forEach(_ -> assertThat(send(sink, some())).isInstanceOf(Failed.class));
            assertThat(receiver.got).extracting(Got::connection).hasSize(5)
                    .containsOnly(receiver.got.getFirst().connection());
        }
    }

    @Test
    void no_more_attempts_are_under_way_than_configured() throws InterruptedException {
        var two = new CountDownLatch(2);
        try (var receiver = HttpReceiver.answering(response -> hold(response, two))) {
            var target = at(receiver);
            var sink = new HttpSink(VERTX, subscription(target, 2, PATIENCE), target, CLOCK);
            var all = Uni.join().all(IntStream.range(0, 6).mapToObj(_ -> sink.send(some())).toList()).andFailFast()
                    .subscribeAsCompletionStage();
            two.await();
            assertThat(receiver.got).hasSize(2);
            var letting = VERTX.setPeriodic(5, _ -> release());
            assertThat(all.join()).hasSize(6).containsOnly(new Delivered(false));
            VERTX.cancelTimer(letting);
            assertThat(receiver.got).extracting(Got::connection).hasSize(6);
            assertThat(receiver.got.stream().map(Got::connection).distinct()).hasSize(2);
        }
    }

    @Test
    void a_cancelled_attempt_ends_its_connection_and_makes_room_for_the_next_attempt() throws InterruptedException {
        var asked = new Semaphore(0);
        try (var receiver = RawReceiver.answering(_ -> asked.release())) {
            var sink = sink(target(receiver.url(), new Binary()));
            for (var attempt = 0; attempt < 3; attempt++) {
                var waiting = sink.send(some()).subscribeAsCompletionStage();
                asked.acquire();
                waiting.cancel(true);
                receiver.awaitEnd(attempt);
            }
        }
    }

    @Test
    void an_attempt_that_is_cancelled_before_it_began_is_never_sent() throws InterruptedException {
        var one = new CountDownLatch(1);
        try (var receiver = HttpReceiver.answering(response -> hold(response, one))) {
            var sink = sink(at(receiver));
            var first = sink.send(some()).subscribeAsCompletionStage();
            one.await();
            IntStream.range(0, 3).mapToObj(_ -> sink.send(some()).subscribeAsCompletionStage())
                    .forEach(waiting -> waiting.cancel(true));
            var last = sink.send(some()).subscribeAsCompletionStage();
            var letting = VERTX.setPeriodic(5, _ -> release());
            assertThat(first.join()).isEqualTo(new Delivered(false));
            assertThat(last.join()).isEqualTo(new Delivered(false));
            VERTX.cancelTimer(letting);
            assertThat(receiver.got).hasSize(2);
        }
    }

    @Test
    void an_attempt_that_timed_out_makes_room_for_the_next_attempt() {
        try (var receiver = RawReceiver.saying("")) {
            var sink = sink(target(receiver.url(), new Binary()), Duration.ofMillis(100));
            Eventually.holds(() -> {
                assertThat(send(sink, some())).isInstanceOf(Failed.class);
                return receiver.connections.size() >= 2;
            });
        }
    }

    @Test
    void a_connection_that_the_receiver_ended_is_not_used_again() {
        try (var receiver = RawReceiver.answering(socket -> socket.end(Buffer
                .buffer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")))) {
            var sink = sink(target(receiver.url(), new Binary()));
            IntStream.range(0, 5).forEach(_ -> assertThat(send(sink, some())).isEqualTo(new Delivered(false)));
        }
    }

    @Test
    void a_closed_sink_fails_an_attempt_without_sending_the_event() {
        try (var receiver = HttpReceiver.answering(200)) {
            var sink = sink(at(receiver));
            sink.close().await().atMost(PATIENCE);
            assertThat(send(sink, some())).isInstanceOf(Failed.class);
            assertThat(receiver.got).isEmpty();
        }
    }

    private void hold(HttpServerResponse response, CountDownLatch came) {
        held.add(response);
        came.countDown();
    }

    private void release() {
        var response = held.poll();
        if (response != null) {
            response.end();
        }
    }

    private static Http at(HttpReceiver receiver) {
        return target(receiver.url(), new Binary());
    }
}
