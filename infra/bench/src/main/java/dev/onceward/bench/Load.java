package dev.onceward.bench;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Predicate;

import io.vertx.core.Promise;
import org.HdrHistogram.Histogram;

import static java.util.concurrent.TimeUnit.SECONDS;

/// One run. A request that finds no idle connection leaves late, and its wait counts: its clock started when it was
/// meant to leave. So a target that stalls cannot hide it by slowing us down.
final class Load {
    private static final Duration GROWING = Duration.ofSeconds(1);
    private static final long SILENT = SECONDS.toNanos(10);
    private static final long LONGEST = SECONDS.toMicros(60);

    private final HttpConnections httpConnections;
    private final SendRate sendRate;
    private final RequestMix requestMix;
    private final Predicate<HttpConnection> right;
    private final long growing;
    private final ArrayDeque<HttpConnection> idle;
    private final Histogram latency = new Histogram(LONGEST, 3);
    private final Promise<LoadResult> done = Promise.promise();
    private final long begun = System.nanoTime();
    private long sent;
    private long underWay;
    private long errors;
    private long first;
    private long last;
    private boolean overrun;

    /// @param right whether an answer of 2xx is the one that was due
    Load(HttpConnections httpConnections, SendRate sendRate, RequestMix requestMix, Predicate<HttpConnection> right) {
        this(httpConnections, sendRate, requestMix, right, GROWING);
    }

    /// @param growing how far it may fall behind before it is broken off
    Load(HttpConnections httpConnections, SendRate sendRate, RequestMix requestMix, Predicate<HttpConnection> right,
            Duration growing) {
        this.growing = growing.toNanos();
        this.httpConnections = httpConnections;
        this.sendRate = sendRate;
        this.requestMix = requestMix;
        this.right = right;
        this.idle = new ArrayDeque<>(httpConnections.working());
        this.errors = httpConnections.all().size() - (long) idle.size();
    }

    LoadResult run() {
        httpConnections.vertx().runOnContext(here -> begin());
        return Await.result(done.future());
    }

    private void begin() {
        httpConnections.all().forEach(httpConnection -> httpConnection.tell(this::hear));
        httpConnections.vertx().setPeriodic(1, this::tick);
    }

    /// The schedule is kept to a millisecond; what is due by then leaves at once.
    private void tick(long timer) {
        send();
        var now = now();
        overrun |= now - due(now) > growing;
        if (due(now) == SendRate.NEVER) {
            settle(now, timer);
        }
    }

    private void send() {
        for (var now = now(); !idle.isEmpty() && due(now) <= now; now = now()) {
            idle.remove().send(requestMix.next(), due(now));
            underWay++;
            sent++;
        }
    }

    private long due(long now) {
        return overrun ? SendRate.NEVER : sendRate.due(sent, now);
    }

    private void hear(HttpConnection httpConnection) {
        if (httpConnection.open()) {
            answered(httpConnection);
            send();
        } else {
            lost(httpConnection);
        }
    }

    private void answered(HttpConnection httpConnection) {
        last = now();
        first = first == 0 ? last : first;
        latency.recordValue(Math.min(LONGEST, (last - httpConnection.due()) / 1000));
        errors += httpConnection.answer().accepted() && right.test(httpConnection) ? 0 : 1;
        underWay--;
        idle.add(httpConnection);
    }

    private void lost(HttpConnection httpConnection) {
        errors++;
        underWay -= idle.remove(httpConnection) ? 0 : 1;
    }

    private void settle(long now, long timer) {
        if (underWay == 0) {
            var _ = httpConnections.vertx().cancelTimer(timer);
            done.complete(new LoadResult(sendRate.rate(), rate(), errors, overrun, latency));
        } else if (now - last > SILENT) {
            httpConnections.working().stream().filter(httpConnection -> !idle.contains(httpConnection))
                    .forEach(HttpConnection::close);
        }
    }

    private double rate() {
        return last > first ? (latency.getTotalCount() - 1) * 1e9 / (last - first) : 0;
    }

    private long now() {
        return System.nanoTime() - begun;
    }
}
