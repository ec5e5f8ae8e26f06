package dev.onceward.bench.intake;

import java.io.IOException;

import io.vertx.core.Vertx;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;

import static dev.onceward.bench.run.Report.shown;

/// `./bench intake`: measures the highest rate of intake for each kind of request, and that of the references.
public record MeasureIntake(Options options, Figures figures) {
    private static final String NOTES = """
            The highest rate sustained in an open loop over 64 connections. Percentiles are of a run at 70 % of it,
            from the moment a request was meant to leave. The references take what `new` sends.
            """;

    /// Measures all scenarios in turn, and repeats the whole round once.
    public static Report measure(Vertx vertx, Options options) throws IOException {
        var measure = new MeasureIntake(options, new Figures("rate"));
        var disk = "";
        for (var round = 1; round <= options.choose(1, 1, 2); round++) {
            for (var scenario : Scenario.ALL) {
                if (options.wants(scenario.name())) {
                    System.err.printf("round %d, %s%n", round, scenario.name());
                    disk = measure.measure(vertx, scenario);
                }
            }
        }
        return measure.report(disk);
    }

    /// Uses new servers for each scenario, so that tables are equally large for all.
    private String measure(Vertx vertx, Scenario scenario) throws IOException {
        try (var servers = BenchServers.start(vertx, options);
                var target = IntakeTarget.start(scenario, servers, options)) {
            for (var size : options.sizes()) {
                var name = "%s, %d KiB".formatted(scenario.name(), size);
                System.err.println("  " + name);
                figures.add(name, FindRate.run(target, size * 1024, options.step()));
            }
            target.checkStored();
            return servers.disk();
        }
    }

    private Report report(String disk) {
        var report = new Report();
        report.table(":what", "body", "× floor", "× hibernate", "× empty", "each round",
                "sustained/s", "p50", "p99", "p99.9", "RSS");
        figures.measured().forEach(name -> row(report, name));
        report.machine(disk, NOTES);
        options.sizes().forEach(size -> requirements(report, ", " + size + " KiB"));
        return report;
    }

    private void row(Report report, String name) {
        report.row(name.replaceFirst("(.*), ", "`$1` | "), shown("%.2f", times(name, "floor")),
                shown("%.2f", times(name, "hibernate")), shown("%.2f", times(name, "empty")),
                figures.each("%,.0f", name, "rate"), best("%,.0f", name, "rate"), best("%.1f ms", name, "p50"),
                best("%.1f ms", name, "p99"), best("%.1f ms", name, "p99.9"), best("%.0f MiB", name, "rss"));
    }

    private void requirements(Report report, String size) {
        var fresh = "new" + size;
        var repeated = "duplicate" + size;
        report.atLeast(0.8, fresh + ", is %s × floor", times(fresh, "floor"));
        report.atLeast(2.5, fresh + ", is %s × hibernate", times(fresh, "hibernate"));
        report.atLeast(0.7, repeated + ", is %s × empty", times(repeated, "empty"));
        report.atMost(25, fresh + ", has a p99 of %s ms at 70 %%", figures.best(fresh, "p99"));
        report.atMost(1.5, fresh + ", has a p99 of %s × floor's at 70 %%",
                figures.best(fresh, "p99") / figures.best("floor" + size, "p99"));
    }

    /// The rate as a multiple of a reference's rate with bodies of the same size.
    private double times(String name, String reference) {
        return figures.ratio(name, reference + name.substring(name.indexOf(',')));
    }

    private String best(String format, String name, String figure) {
        return shown(format, figures.best(name, figure));
    }
}
