package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;

import dev.onceward.bench.SendRate.Steady;

/// How long an event takes from its commit until an HTTP receiver has it, both seen here and so by one clock. The commit
/// counts from when its answer is here; what arrives before that took no time.
///
/// @param announced whether the relay is woken over Redis, or must look for itself
record MeasureDelay(int rate, boolean announced) {
    private static final Duration STRAGGLERS = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int BEFORE = 1000;
    private static final long LONGEST = 60_000_000;

    /// @param warm what is not counted
    Delayed measure(DeliveryAddresses deliveryAddresses, Duration warm, Duration time, boolean profile)
            throws IOException, InterruptedException {
        var first = BEFORE + (int) (rate * warm.toSeconds());
        var events = first + (int) (rate * time.toSeconds());
        var committed = new AtomicLongArray(events);
        var arrived = new AtomicLongArray(events);
        try (var publishWakeUps = new PublishWakeUps(deliveryAddresses.vertx(),
                deliveryAddresses.backends().redis().url());
                var appender = new Appender(deliveryAddresses.vertx(), deliveryAddresses.postgres(),
                        number -> commit(committed, number, publishWakeUps));
                var receiver = BenchReceiver.open(deliveryAddresses.vertx(),
                        number -> arrived.set((int) number, System.nanoTime()));
                var carrying = begin(appender, deliveryAddresses.with(receiver), profile)) {
            Await.result(appender.append(new Steady(rate, warm.plus(time))));
            Thread.sleep(STRAGGLERS);
            carrying.daemon().checkAlive();
            return delayed(committed, arrived, first);
        }
    }

    /// A subscription that begins now, with something in the log, so that its place there can be seen.
    private RunningTarget begin(Appender appender, DeliveryAddresses deliveryAddresses, boolean profile)
            throws IOException, InterruptedException {
        appender.fill(BEFORE);
        var carrying = RunningTarget.start(RelayTarget.HTTP, "delay" + rate + announced, "now", deliveryAddresses,
                profile);
        var since = System.nanoTime();
        while (carrying.progress().delivered() == 0 && System.nanoTime() - since < PATIENCE.toNanos()) {
            carrying.daemon().checkAlive();
            Thread.sleep(50);
        }
        return carrying;
    }

    private void commit(AtomicLongArray committed, long number, PublishWakeUps publishWakeUps) {
        committed.set((int) number, System.nanoTime());
        if (announced) {
            publishWakeUps.appended();
        }
    }

    private static Delayed delayed(AtomicLongArray committed, AtomicLongArray arrived, int first) {
        var delay = new Histogram(LONGEST, 3);
        IntStream.range(first, committed.length())
                .filter(number -> arrived.get(number) != 0)
                .mapToLong(number -> (arrived.get(number) - committed.get(number)) / 1000)
                .forEach(micros -> delay.recordValue(Math.clamp(micros, 0, LONGEST)));
        return new Delayed(delay, committed.length() - first - delay.getTotalCount());
    }
}
