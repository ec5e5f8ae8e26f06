package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;

import io.vertx.core.Vertx;

import dev.onceward.bench.SendRate.FlatOut;
import dev.onceward.bench.SendRate.Steady;

/// Finds out how much a target takes of one kind of traffic.
///
/// @param step how long one probe lasts
record FindRate(HttpConnections wires, TargetProcess running, RequestMix traffic, Duration step) {
    private static final int STORED = 4000;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int PROBES = 5;
    private static final double FINE = 1.06;
    private static final double CALM = 0.7;

    /// Gives the JVM of a target the time to compile what it will run.
    static void warm(Vertx vertx, TargetProcess running, Duration time) {
        try (var wires = open(vertx, running, 1024)) {
            var gauge = new FindRate(wires, running, RequestMix.of(RequestKind.NEW, running.fresh(), 0, 0), time);
            tell("warm-up", gauge.flatOut(time));
        }
    }

    static RateFigure read(Vertx vertx, TargetProcess running, TableRow tableRow, Duration step) throws IOException {
        try (var wires = open(vertx, running, tableRow.size())) {
            var from = running.fresh().get();
            store(wires, running);
            return new FindRate(wires, running, RequestMix.of(tableRow.mix(), running.fresh(), from, STORED), step)
                    .read();
        }
    }

    private static HttpConnections open(Vertx vertx, TargetProcess running, int size) {
        return HttpConnections.open(vertx, running.port(), () -> RequestTemplate.keyed(running.target().path(), size));
    }

    /// What duplicates will be duplicates of.
    private static void store(HttpConnections wires, TargetProcess running) throws IOException {
        var traffic = RequestMix.of(RequestKind.NEW, running.fresh(), 0, 0);
        var loadResult = new FindRate(wires, running, traffic, LONG).run(new FlatOut(STORED, LONG));
        tell("stored", loadResult);
        if (loadResult.errors() > 0) {
            throw new IOException("%s did not take %,d of %,d requests: see %s".formatted(running.target().title(),
                    loadResult.errors(), STORED, running.daemon().log()));
        }
    }

    private RateFigure read() throws IOException {
        tell("warm-up", flatOut(step.dividedBy(2)));
        var ceiling = flatOut(step);
        tell("flat out", ceiling);
        var rate = highest(ceiling.rate());
        var calm = rate == 0 ? ceiling : steady(CALM * rate, step.multipliedBy(2));
        tell(rate == 0 ? "none" : "at 70 %", calm);
        return new RateFigure(rate, calm, running.rss());
    }

    /// Halves the way between the highest rate that went well and the lowest that did not.
    private double highest(double ceiling) {
        var good = 0.0;
        var bad = 1.06 * ceiling;
        for (var probe = 0; probe < PROBES && bad > FINE * good; probe++) {
            var loadResult = steady(good == 0 ? 0.9 * bad : (good + bad) / 2, step);
            tell(loadResult.sustained() ? "sustained" : "too much", loadResult);
            good = loadResult.sustained() ? loadResult.asked() : good;
            bad = loadResult.sustained() ? bad : loadResult.asked();
        }
        return good;
    }

    private LoadResult flatOut(Duration time) {
        return run(new FlatOut(Long.MAX_VALUE, time));
    }

    private LoadResult steady(double rate, Duration time) {
        return run(new Steady(rate, time));
    }

    private LoadResult run(SendRate sendRate) {
        return new Load(wires, sendRate, traffic, this::right).run();
    }

    private boolean right(HttpConnection httpConnection) {
        return !running.target().tellsReplays()
                || httpConnection.answer().replayed() == traffic.duplicate(httpConnection.number());
    }

    private static void tell(String what, LoadResult loadResult) {
        System.err.printf("    %-10s%s%n", what, loadResult);
    }
}
