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

    private final Wires wires;
    private final Pace pace;
    private final Traffic traffic;
    private final Predicate<Wire> right;
    private final long growing;
    private final ArrayDeque<Wire> idle;
    private final Histogram latency = new Histogram(LONGEST, 3);
    private final Promise<Run> done = Promise.promise();
    private final long begun = System.nanoTime();
    private long sent;
    private long underWay;
    private long errors;
    private long first;
    private long last;
    private boolean overrun;

    /// @param right whether an answer of 2xx is the one that was due
    Load(Wires wires, Pace pace, Traffic traffic, Predicate<Wire> right) {
        this(wires, pace, traffic, right, GROWING);
    }

    /// @param growing how far it may fall behind before it is broken off
    Load(Wires wires, Pace pace, Traffic traffic, Predicate<Wire> right, Duration growing) {
        this.growing = growing.toNanos();
        this.wires = wires;
        this.pace = pace;
        this.traffic = traffic;
        this.right = right;
        this.idle = new ArrayDeque<>(wires.working());
        this.errors = wires.all().size() - (long) idle.size();
    }

    Run run() {
        wires.vertx().runOnContext(here -> begin());
        return Await.result(done.future());
    }

    private void begin() {
        wires.all().forEach(wire -> wire.tell(this::hear));
        wires.vertx().setPeriodic(1, this::tick);
    }

    /// The schedule is kept to a millisecond; what is due by then leaves at once.
    private void tick(long timer) {
        send();
        var now = now();
        overrun |= now - due(now) > growing;
        if (due(now) == Pace.NEVER) {
            settle(now, timer);
        }
    }

    private void send() {
        for (var now = now(); !idle.isEmpty() && due(now) <= now; now = now()) {
            idle.remove().send(traffic.next(), due(now));
            underWay++;
            sent++;
        }
    }

    private long due(long now) {
        return overrun ? Pace.NEVER : pace.due(sent, now);
    }

    private void hear(Wire wire) {
        if (wire.open()) {
            answered(wire);
            send();
        } else {
            lost(wire);
        }
    }

    private void answered(Wire wire) {
        last = now();
        first = first == 0 ? last : first;
        latency.recordValue(Math.min(LONGEST, (last - wire.due()) / 1000));
        errors += wire.answer().accepted() && right.test(wire) ? 0 : 1;
        underWay--;
        idle.add(wire);
    }

    private void lost(Wire wire) {
        errors++;
        underWay -= idle.remove(wire) ? 0 : 1;
    }

    private void settle(long now, long timer) {
        if (underWay == 0) {
            var _ = wires.vertx().cancelTimer(timer);
            done.complete(new Run(pace.rate(), rate(), errors, overrun, latency));
        } else if (now - last > SILENT) {
            wires.working().stream().filter(wire -> !idle.contains(wire)).forEach(Wire::close);
        }
    }

    private double rate() {
        return last > first ? (latency.getTotalCount() - 1) * 1e9 / (last - first) : 0;
    }

    private long now() {
        return System.nanoTime() - begun;
    }
}
