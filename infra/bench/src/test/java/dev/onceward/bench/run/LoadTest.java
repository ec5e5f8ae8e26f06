package dev.onceward.bench.run;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Against a server in this JVM, on an event loop of its own.
class LoadTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Vertx here = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Vertx there = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final AtomicLong fresh = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void close() {
        Await.result(here.close());
        Await.result(there.close());
    }

    @Test
    void every_request_of_the_schedule_is_sent_and_answered() {
        var run = load(this::accept, open(500));

        assertThat(run.latency().getTotalCount()).isEqualTo(500);
        assertThat(run.errors()).isZero();
        assertThat(run.overrun()).isFalse();
    }

    @Test
    void the_latency_includes_the_wait_of_requests_scheduled_during_a_stall() {
        var run = load(this::stallOnce, open(1000));

        assertThat(run.latency().getMaxValue()).isGreaterThan(MILLISECONDS.toMicros(390));
        assertThat(run.p(80)).isGreaterThan(100);
        assertThat(run.sustained()).isFalse();
    }

    @Test
    void a_run_that_falls_behind_its_schedule_is_aborted() {
        var run = load(this::answerSlowly, Load.Rate.open(10_000, LONG));

        assertThat(run.overrun()).isTrue();
        assertThat(run.sustained()).isFalse();
    }

    @Test
    void an_answer_other_than_2xx_is_counted_as_an_error() {
        var run = load(request -> request.response().setStatusCode(503).end(), Load.Rate.closed(100, LONG));

        assertThat(run.errors()).isEqualTo(100);
    }

    @Test
    void a_closed_connection_is_counted_as_one_error_and_the_run_continues() {
        var run = load(this::closeOneConnection, Load.Rate.closed(100, LONG));

        assertThat(run.errors()).isEqualTo(1);
        assertThat(run.latency().getTotalCount()).isEqualTo(99);
    }

    @Test
    void a_request_without_an_answer_fails_the_run() {
        assertThatThrownBy(() -> load(_ -> {}, Load.Rate.closed(1, LONG)))
                .hasMessageContaining("1 requests are not answered");
    }

    @Test
    void a_first_answer_to_a_duplicate_is_counted_as_an_error_and_a_replay_is_not() {
        var seen = new HashSet<String>();
        var mixed = Load.Mix.of(20, fresh);
        var repeated = Load.Mix.of(100, fresh);

        assertThat(load(request -> replay(request, seen), Load.Rate.closed(Load.Mix.KNOWN, LONG)).errors()).isZero();
        assertThat(load(request -> replay(request, seen), Load.Rate.closed(200, LONG), mixed).errors()).isZero();
        assertThat(load(this::accept, Load.Rate.closed(10, LONG), repeated).errors()).isEqualTo(10);
    }

    private static Load.Rate open(double asked) {
        return new Load.Rate(asked, Long.MAX_VALUE, SECOND, LONG);
    }

    private Load.Result load(Handler<HttpServerRequest> server, Load.Rate rate) {
        return load(server, rate, Load.Mix.of(0, fresh));
    }

    private Load.Result load(Handler<HttpServerRequest> server, Load.Rate rate, Load.Mix mix) {
        var http = Await.result(there.createHttpServer().requestHandler(server).listen(0, "127.0.0.1"));
        try (var connections = HttpConnections.open(here, http.actualPort(),
                () -> RequestBytes.keyed("/hooks/bench", 1024))) {
            return connections.run(rate, mix);
        }
    }

    private void accept(HttpServerRequest request) {
        request.response().setStatusCode(202).end("{}");
    }

    private void stallOnce(HttpServerRequest request) {
        if (asked.incrementAndGet() == 500) {
            LockSupport.parkNanos(MILLISECONDS.toNanos(400));
        }
        accept(request);
    }

    private void answerSlowly(HttpServerRequest request) {
        LockSupport.parkNanos(MILLISECONDS.toNanos(2));
        accept(request);
    }

    private void closeOneConnection(HttpServerRequest request) {
        if (asked.incrementAndGet() == 50) {
            var _ = request.connection().close();
        } else {
            accept(request);
        }
    }

    private void replay(HttpServerRequest request, Set<String> seen) {
        if (!seen.add(request.getHeader("Idempotency-Key"))) {
            request.response().putHeader("Idempotent-Replayed", "true");
        }
        accept(request);
    }
}
