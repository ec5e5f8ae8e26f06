package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;

import io.vertx.core.Vertx;

import dev.onceward.bench.Pace.FlatOut;
import dev.onceward.bench.Pace.Steady;

/// Finds out how much a target takes of one kind of traffic.
///
/// @param step how long one probe lasts
record Gauge(Wires wires, Running running, Traffic traffic, Duration step) {
    private static final int STORED = 4000;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int PROBES = 5;
    private static final double FINE = 1.06;
    private static final double CALM = 0.7;

    /// Gives the JVM of a target the time to compile what it will run.
    static void warm(Vertx vertx, Running running, Duration time) {
        try (var wires = open(vertx, running, 1024)) {
            var gauge = new Gauge(wires, running, Traffic.of(Mix.NEW, running.fresh(), 0, 0), time);
            tell("warm-up", gauge.flatOut(time));
        }
    }

    static Figure read(Vertx vertx, Running running, Cell cell, Duration step) throws IOException {
        try (var wires = open(vertx, running, cell.size())) {
            var from = running.fresh().get();
            store(wires, running);
            return new Gauge(wires, running, Traffic.of(cell.mix(), running.fresh(), from, STORED), step).read();
        }
    }

    private static Wires open(Vertx vertx, Running running, int size) {
        return Wires.open(vertx, running.port(), () -> Letter.keyed(running.target().path(), size));
    }

    /// What duplicates will be duplicates of.
    private static void store(Wires wires, Running running) throws IOException {
        var traffic = Traffic.of(Mix.NEW, running.fresh(), 0, 0);
        var run = new Gauge(wires, running, traffic, LONG).run(new FlatOut(STORED, LONG));
        tell("stored", run);
        if (run.errors() > 0) {
            throw new IOException("%s did not take %,d of %,d requests: see %s".formatted(running.target().title(),
                    run.errors(), STORED, running.daemon().log()));
        }
    }

    private Figure read() throws IOException {
        tell("warm-up", flatOut(step.dividedBy(2)));
        var ceiling = flatOut(step);
        tell("flat out", ceiling);
        var rate = highest(ceiling.rate());
        var calm = rate == 0 ? ceiling : steady(CALM * rate, step.multipliedBy(2));
        tell(rate == 0 ? "none" : "at 70 %", calm);
        return new Figure(rate, calm, running.rss());
    }

    /// Halves the way between the highest rate that went well and the lowest that did not.
    private double highest(double ceiling) {
        var good = 0.0;
        var bad = 1.06 * ceiling;
        for (var probe = 0; probe < PROBES && bad > FINE * good; probe++) {
            var run = steady(good == 0 ? 0.9 * bad : (good + bad) / 2, step);
            tell(run.sustained() ? "sustained" : "too much", run);
            good = run.sustained() ? run.asked() : good;
            bad = run.sustained() ? bad : run.asked();
        }
        return good;
    }

    private Run flatOut(Duration time) {
        return run(new FlatOut(Long.MAX_VALUE, time));
    }

    private Run steady(double rate, Duration time) {
        return run(new Steady(rate, time));
    }

    private Run run(Pace pace) {
        return new Load(wires, pace, traffic, this::right).run();
    }

    private boolean right(Wire wire) {
        return !running.target().tellsReplays() || wire.answer().replayed() == traffic.duplicate(wire.number());
    }

    private static void tell(String what, Run run) {
        System.err.printf("    %-10s%s%n", what, run);
    }
}
