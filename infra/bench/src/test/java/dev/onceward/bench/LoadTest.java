package dev.onceward.bench;

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

import dev.onceward.bench.SendRate.FlatOut;
import dev.onceward.bench.SendRate.Steady;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

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
        var run = load(this::accept, new Steady(500, SECOND), RequestKind.NEW);

        assertThat(run.latency().getTotalCount()).isEqualTo(500);
        assertThat(run.errors()).isZero();
        assertThat(run.overrun()).isFalse();
    }

    @Test
    void the_latency_includes_the_wait_of_requests_scheduled_during_a_stall() {
        var run = load(this::stallOnce, new Steady(1000, SECOND), RequestKind.NEW);

        assertThat(run.latency().getMaxValue()).isGreaterThan(MILLISECONDS.toMicros(390));
        assertThat(run.p(80)).isGreaterThan(100);
        assertThat(run.sustained()).isFalse();
    }

    @Test
    void a_run_that_falls_behind_its_schedule_is_aborted() {
        var run = load(this::answerSlowly, new Steady(10_000, LONG), RequestKind.NEW, SECOND);

        assertThat(run.overrun()).isTrue();
        assertThat(run.sustained()).isFalse();
    }

    @Test
    void an_answer_other_than_2xx_is_counted_as_an_error() {
        var run = load(request -> request.response().setStatusCode(503).end(), new FlatOut(100, LONG), RequestKind.NEW);

        assertThat(run.errors()).isEqualTo(100);
    }

    @Test
    void a_closed_connection_is_counted_as_one_error_and_the_run_continues() {
        var run = load(this::closeOneConnection, new FlatOut(100, LONG), RequestKind.NEW);

        assertThat(run.errors()).isEqualTo(1);
        assertThat(run.latency().getTotalCount()).isEqualTo(99);
    }

    @Test
    void a_first_answer_to_a_duplicate_is_counted_as_an_error_and_a_replay_is_not() {
        var seen = new HashSet<String>();
        assertThat(load(request -> replay(request, seen), new FlatOut(50, LONG), RequestKind.NEW).errors()).isZero();

        assertThat(load(request -> replay(request, seen), new FlatOut(200, LONG), RequestKind.MIXED).errors()).isZero();
        assertThat(load(this::accept, new FlatOut(10, LONG), RequestKind.DUPLICATE).errors()).isEqualTo(10);
    }

    private LoadResult load(Handler<HttpServerRequest> server, SendRate sendRate, RequestKind requestKind) {
        return load(server, sendRate, requestKind, LONG);
    }

    /// @param growing how far it may fall behind before it is broken off
    private LoadResult load(Handler<HttpServerRequest> server, SendRate sendRate, RequestKind requestKind,
            Duration growing) {
        var http = Await.result(there.createHttpServer().requestHandler(server).listen(0, "127.0.0.1"));
        try (var wires = HttpConnections.open(here, http.actualPort(),
                () -> RequestTemplate.keyed("/hooks/bench", 1024))) {
            var traffic = RequestMix.of(requestKind, fresh, 0, requestKind == RequestKind.NEW ? 0 : 50);
            return new Load(wires, sendRate, traffic,
                    wire -> wire.answer().replayed() == traffic.duplicate(wire.number()),
                    growing).run();
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
