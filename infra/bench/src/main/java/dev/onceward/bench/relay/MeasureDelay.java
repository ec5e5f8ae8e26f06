package dev.onceward.bench.relay;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import org.HdrHistogram.Histogram;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Options;
import dev.onceward.internal.wake.WakeRelay;

/// Measures the time from the commit of an event to its arrival at an HTTP receiver, both by the clock of this process.
/// The commit counts from the arrival of its answer; an event that is delivered earlier than that took no time.
final class MeasureDelay {
    private final long first;
    private final Histogram micros = new Histogram(60_000_000, 3);
    private final Map<Long, Long> seen = new HashMap<>();

    /// @param first the number of the first event that is measured
    private MeasureDelay(long first) {
        this.first = first;
    }

    /// @param woken whether the relay is woken over Redis, or must poll
    static Map<String, Double> measure(BenchServers servers, Options options, int rate, boolean woken)
            throws IOException {
        var subscription = "delay" + rate + woken;
        var cursors = "SELECT count(*) FROM onceward.cursor WHERE subscription = '" + subscription + "'";
        var warm = Duration.ofSeconds(options.choose(0, 2, 4));
        var time = Duration.ofSeconds(options.choose(2, 8, 20));
        var measure = new MeasureDelay(rate * warm.toSeconds());
        var wake = woken ? wake(servers) : (Runnable) () -> {};
        var log = Backlog.ofLog(servers, number -> {
            measure.saw(number, false);
            wake.run();
        });
        try (var receiver = Receiver.open(number -> measure.saw(number, true));
                var running = RunningTarget.start(RelayTarget.HTTP, subscription, "now", receiver.url(),
                        servers, options)) {
            // A subscription that starts with `now` gets the events that are appended after its cursors exist.
            running.process().await("does not subscribe", () -> servers.count(cursors) > 0);
            var _ = Await.result(log.feed(rate, warm.plus(time)));
            running.process().await("does not deliver every event", () -> measure.counted() == rate * time.toSeconds());
        }
        return Map.of("p50", measure.p(50), "p99", measure.p(99), "p99.9", measure.p(99.9), "most", measure.p(100),
                "speed", 1 / measure.p(99));
    }

    private synchronized long counted() {
        return micros.getTotalCount();
    }

    /// A percentile in milliseconds.
    private double p(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1000d;
    }

    /// Wakes the relay as often as [WakeRelay] does at most.
    private static Runnable wake(BenchServers servers) {
        var redis = Redis.createClient(servers.vertx(), servers.backends().redis().url());
        var last = new AtomicLong();
        return () -> {
            var now = System.nanoTime();
            if (now - last.get() >= WakeRelay.QUIET.toNanos()) {
                last.set(now);
                var _ = redis.send(Request.cmd(Command.PUBLISH).arg(WakeRelay.CHANNEL).arg("bench"));
            }
        };
    }

    /// Notes the commit or the arrival, whichever comes first, or both. A repeated arrival finds no entry and is
    /// ignored.
    private synchronized void saw(long number, boolean arrival) {
        var now = System.nanoTime();
        var other = seen.remove(number);
        if (other == null) {
            seen.put(number, now);
        } else if (number >= first) {
            micros.recordValue(arrival ? (now - other) / 1000 : 0);
        }
    }
}
