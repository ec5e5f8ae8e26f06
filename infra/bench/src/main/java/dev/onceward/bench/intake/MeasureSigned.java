package dev.onceward.bench.intake;

import java.io.IOException;
import java.util.Map;

import io.vertx.core.Vertx;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.HttpConnections;
import dev.onceward.bench.run.Load;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;
import dev.onceward.bench.run.RequestBytes;

import static dev.onceward.bench.run.Report.shown;

/// `./bench signed`: measures the cost of verification. One process receives the same requests at a source that
/// verifies signatures and at one that does not, in short alternating steps, so that a slow minute of the machine
/// affects both.
public record MeasureSigned(IntakeTarget target, Options options) {
    private static final String SECRET = "a secret of thirty-two bytes too";
    private static final String NOTES = """
            The same requests to a source with the preset `github` and to an unsigned one, flat out over 64 connections,
            by turns.
            """;
    private static final String[] SOURCES = {
            "-Donceward.sources.signed.preset=github",
            "-Donceward.sources.signed.secrets=" + SECRET,
            "-Donceward.sources.unsigned.unsigned=true",
            "-Donceward.sources.unsigned.key=header:X-GitHub-Delivery",
            "-Donceward.sources.unsigned.type=header:X-GitHub-Event"};

    public static Report measure(Vertx vertx, Options options) throws IOException {
        var figures = new Figures("ratio");
        try (var servers = BenchServers.start(vertx, options);
                var target = IntakeTarget.start(Scenario.NEW, servers, options, SOURCES)) {
            new MeasureSigned(target, options).measure(figures);
            target.checkStored();
            return report(figures, options.sizes().getFirst(), servers.disk());
        }
    }

    private void measure(Figures figures) {
        try (var signed = connect("signed"); var unsigned = connect("unsigned")) {
            var _ = rate(signed, 3) + rate(unsigned, 3);
            for (var round = 1; round <= options.choose(10, 10, 20); round++) {
                // The order alternates, because the tables grow meanwhile and the second step finds them larger.
                var first = round % 2 == 0 ? rate(signed, 1) : 0;
                var plain = rate(unsigned, 1);
                var verified = round % 2 == 0 ? first : rate(signed, 1);
                figures.add("github", Map.of("signed", verified, "unsigned", plain, "ratio", verified / plain));
            }
        }
    }

    private HttpConnections connect(String source) {
        return target.connect(() -> RequestBytes.signed("/hooks/" + source, options.sizes().getFirst() * 1024, SECRET));
    }

    private double rate(HttpConnections connections, int steps) {
        return target.run("flat out", connections, Load.Rate.closed(Long.MAX_VALUE, options.step().multipliedBy(steps)),
                Load.Mix.of(0, target.fresh())).checked().rate();
    }

    /// Reports the median, because a pause of the machine affects only one half of a round.
    private static Report report(Figures figures, int size, String disk) {
        var ratio = figures.median("github", "ratio");
        var report = new Report();
        report.table("body", "× unsigned, median", "each round", "signed/s", "unsigned/s");
        report.row(size + " KiB", shown("%.2f", ratio), figures.each("%.2f", "github", "ratio"),
                shown("%,.0f", figures.median("github", "signed")),
                shown("%,.0f", figures.median("github", "unsigned")));
        report.machine(disk, NOTES);
        report.atLeast(0.95, "signed, " + size + " KiB, is %s × unsigned", ratio);
        return report;
    }
}
