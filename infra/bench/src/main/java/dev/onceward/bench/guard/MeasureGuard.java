package dev.onceward.bench.guard;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.vertx.core.Vertx;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;

import static dev.onceward.bench.run.Report.shown;

/// `./bench guard`: measures how many requests an endpoint with the guard answers, beside the same endpoint without one and
/// beside other ways to run an operation once.
public record MeasureGuard(Options options, List<GuardTarget> targets, Figures figures) {
    private static final long WITHOUT_EFFECT = 1L << 40;
    private static final String TABLES = """
            CREATE TABLE booking (id text NOT NULL, text text NOT NULL, booked_at timestamptz NOT NULL DEFAULT now());
            CREATE TABLE started_booking (key text PRIMARY KEY, answer text)
            """;
    private static final String EFFECTS = "SELECT count(*) FROM booking";
    private static final String BOOKINGS = "SELECT count(DISTINCT id) FROM booking";
    private static final String NOTES = """
            Requests of 1 KiB flat out over 64 connections, the endpoints by turns, the best of several rounds. The effect of a
            first run is one row. For replays and requests in flight, `unguarded` is an endpoint that does nothing. The
            last columns are the processor time of one request.
            """;

    /// Checks that every request with an effect has had it once.
    public static Report measure(Vertx vertx, Options options) throws IOException {
        try (var servers = BenchServers.start(vertx, options); var programs = GuardPrograms.on(servers, options)) {
            servers.execute(TABLES);
            var booked = new AtomicLong();
            var measure = new MeasureGuard(options, open(programs, booked), new Figures("rate"));
            measure.run();
            var effects = servers.count(EFFECTS);
            if (effects != booked.get() || effects != servers.count(BOOKINGS)) {
                throw new IOException("%,d requests have had %,d effects".formatted(booked.get(), effects));
            }
            return measure.report(servers.disk());
        }
    }

    private static List<GuardTarget> open(GuardPrograms programs, AtomicLong booked) throws IOException {
        var others = new AtomicLong(WITHOUT_EFFECT);
        var targets = new ArrayList<GuardTarget>();
        for (var scenario : GuardScenario.ALL) {
            if (programs.options().wants(scenario.endpoint())) {
                targets.add(GuardTarget.open(scenario, programs, scenario.hasEffect() ? booked : others));
            }
        }
        return targets;
    }

    /// Warms each target up first, so that its JVM has compiled its code. After five seconds, the compiler still takes a fifth of the
    /// processors.
    private void run() {
        System.err.println("warm-up");
        for (var target : targets) {
            var _ = target
                    .measure(options.choose(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofSeconds(40)));
        }
        for (var round = 1; round <= options.choose(1, 3, 5); round++) {
            System.err.println("round " + round);
            for (var target : targets) {
                figures.add(target.scenario().name(), target.measure(options.step()));
            }
        }
    }

    private Report report(String disk) {
        var report = new Report();
        report.table(":requests", ":endpoint", "× unguarded", "× obvious", "each round", "answers/s", "p50", "p99",
                "application", "PostgreSQL", "Redis");
        figures.measured().forEach(name -> row(report, name));
        report.machine(disk, NOTES);
        report.atLeast(0.5, "a replay is %s × an endpoint that does nothing", times("replay, guard", "unguarded"));
        report.atLeast(2, "a first run is %s × obvious", times("first run, guard", "obvious"));
        return report;
    }

    private void row(Report report, String name) {
        report.row(name.replaceFirst("(.*), (.*)", ":$1 | `$2`"), shown("%.2f", times(name, "unguarded")),
                shown("%.2f", times(name, "obvious")), figures.each("%,.0f", name, "rate"),
                shown("%,.0f", figures.best(name, "rate")), shown("%.1f ms", figures.best(name, "p50")),
                shown("%.1f ms", figures.best(name, "p99")), micros(name, "application"), micros(name, "postgres"),
                micros(name, "redis"));
    }

    private String micros(String name, String program) {
        return shown("%.0f µs", figures.best(name, program));
    }

    /// The rate as a multiple of that of another endpoint with the same requests.
    private double times(String name, String endpoint) {
        return figures.ratio(name, name.replaceFirst(",.*", ", " + endpoint));
    }
}
