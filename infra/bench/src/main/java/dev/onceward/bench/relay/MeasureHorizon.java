package dev.onceward.bench.relay;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.CountingProcess;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;

import static dev.onceward.bench.run.Report.shown;

/// `./bench relay --horizon`: measures the cost of a transaction that stays open. The relay and an outbox with SKIP
/// LOCKED use one server and get the same events for some minutes. Before and after, each drains a backlog while the
/// other is stopped; that rate shows how much slower it became, however little of it the steady rate needs.
public record MeasureHorizon(Options options, Figures figures) {
    private static final int RATE = 2000;
    private static final String NOTES = """
            Drains of a backlog of 100,000 in events/s, before and after 10 minutes at 2,000 events/s. A transaction that
            stays open keeps dead rows from being removed: an outbox that deletes what it delivered reads all of them each
            time, and the relay the old versions of its sixteen cursors.
            """;

    public static Report measure(Vertx vertx, Options options) throws IOException {
        var measure = new MeasureHorizon(options, new Figures("after"));
        var disk = "";
        for (var open : List.of("no", "yes")) {
            System.err.println("open transaction: " + open);
            try (var servers = BenchServers.start(vertx, options);
                    var relay = Fed.start("relay, " + open, RelayTarget.NONE, Backlog.ofLog(servers, _ -> {}), options);
                    var outbox = Fed.start("skip-locked, " + open, RelayTarget.SKIP_LOCKED, Backlog.ofOutbox(servers),
                            options)) {
                disk = servers.disk();
                measure.run(servers, open.equals("yes"), List.of(relay, outbox));
            }
        }
        return measure.report(disk);
    }

    /// Drains once without measuring, so that the JVMs are warm.
    private void run(BenchServers servers, boolean open, List<Fed> all) throws IOException {
        drain("warm-up", all);
        drain("before", all);
        if (open) {
            servers.holdTransaction();
        }
        var time = options.choose(Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ofMinutes(10));
        var feeding = all.stream().map(fed -> fed.backlog.feed(RATE, time)).toList();
        Await.pause(time);
        var _ = Await.result(Future.all(feeding));
        for (var fed : all) {
            figures.add(fed.name, Map.of("behind", (double) fed.backlog.given() - fed.running.look().done()));
        }
        drain("after", all);
    }

    /// Drains with each target in turn while the other is stopped, and repeats that several times.
    private void drain(String when, List<Fed> all) throws IOException {
        for (var fed : all) {
            signal("STOP", all);
            for (var round = 0; round < options.choose(1, 5, 5); round++) {
                figures.add(fed.name, Map.of(when, fed.drain(options.choose(5_000, 100_000, 100_000))));
            }
            System.err.printf("    %-8s%-20s%s%n", when, fed.name, figures.each("%,9.0f/s", fed.name, when));
            signal("CONT", all);
        }
    }

    private static void signal(String signal, List<Fed> all) throws IOException {
        for (var fed : all) {
            fed.running.process().signal(signal);
        }
    }

    private Report report(String disk) {
        var report = new Report();
        report.table(":to nothing", ":open transaction", "before", "after 10 min",
                "after, × without one", "behind then");
        for (var name : List.of("relay, no", "relay, yes", "skip-locked, no", "skip-locked, yes")) {
            var kept = name.endsWith("yes") ? shown("%.2f", kept(name)) : "";
            report.row(name.replace(", ", " | "), shown("%,.0f", figures.median(name, "before")),
                    shown("%,.0f", figures.median(name, "after")), kept, figures.each("%,.0f", name, "behind"));
        }
        report.machine(disk, NOTES);
        report.atLeast(0.95, "with an open transaction the relay drains %s × as fast", kept("relay, yes"));
        return report;
    }

    private double kept(String name) {
        return figures.median(name, "after") / figures.median(name.replace("yes", "no"), "after");
    }

    /// A target with its backlog.
    private record Fed(String name, Backlog backlog, CountingProcess running) implements AutoCloseable {
        private static Fed start(String name, RelayTarget target, Backlog backlog, Options options) throws IOException {
            return new Fed(name, backlog,
                    RunningTarget.start(target, "horizon", "earliest", "", backlog.servers(), options));
        }

        /// Returns the rate in events per second of draining a backlog that was added before.
        private double drain(int events) throws IOException {
            running.process().signal("CONT");
            Await.pause(Duration.ofMillis(500));
            var before = running.look();
            running.process().signal("STOP");
            var _ = backlog.fill(events);
            running.process().signal("CONT");
            var begun = running.look();
            return running.await(before.done() + events, Duration.ofMinutes(2)).rateSince(begun);
        }

        @Override
        public void close() {
            running.close();
        }
    }
}
