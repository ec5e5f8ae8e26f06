package dev.onceward.bench.relay;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.vertx.core.Vertx;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;
import dev.onceward.brokers.KafkaBroker;

import static dev.onceward.bench.run.Report.shown;

/// `./bench relay`: measures how fast a backlog is delivered, and how soon a single event.
public record MeasureRelay(Options options, Figures rates, Figures delays) {
    private static final String NOTES = """
            Events of 1 KiB and 4,000 ordering keys, a backlog that one process delivers. `skip-locked` and `gruelbox` deliver
            to nothing, as `none` does; `-key` keeps the order of each key. Delays are from the commit to an HTTP receiver,
            by a relay that Redis wakes or that polls.
            """;

    /// Measures all targets in turn on one server, and repeats the whole round once on a new server.
    public static Report measure(Vertx vertx, Options options) throws IOException {
        var measure = new MeasureRelay(options, new Figures("rate"), new Figures("speed"));
        var disk = "";
        for (var round = 1; round <= options.choose(1, 1, 2); round++) {
            System.err.println("round " + round);
            try (var servers = BenchServers.start(vertx, options)) {
                disk = servers.disk();
                measure.drain(servers);
                measure.delay(servers);
            }
        }
        return measure.report(disk);
    }

    private void drain(BenchServers servers) throws IOException {
        var log = Backlog.ofLog(servers, _ -> {});
        for (var target : RelayTarget.ALL) {
            if (options.wants(target.name())) {
                var total = fill(target, log, servers);
                try (var kafka = target.isKafka() ? kafka() : null; var receiver = Receiver.open(_ -> {})) {
                    var address = kafka == null ? receiver.url() : kafka.servers();
                    rates.add(target.name(), Map.of("rate", rate(target, address, total, servers)));
                }
            }
        }
    }

    /// Fills one log for all subscriptions of the relay, and a table for each of the other targets.
    ///
    /// @return how many events there are
    private long fill(RelayTarget target, Backlog log, BenchServers servers) throws IOException {
        var events = options.choose(5_000, 400_000, 1_000_000);
        return switch (target.name()) {
            case "skip-locked" -> Backlog.ofOutbox(servers).fill(events);
            case "gruelbox" -> fillGruelbox(servers, options.choose(1_000, 60_000, 60_000));
            default -> log.given() == 0 ? log.fill(events) : events;
        };
    }

    private static long fillGruelbox(BenchServers servers, int events) throws IOException {
        var command = Stream.of(List.of(JavaProcess.JAVA), RelayTarget.GRUELBOX.program(),
                List.of("fill", Integer.toString(events))).flatMap(List::stream).toList();
        try (var filling = JavaProcess.launch("gruelbox-fill", command, servers)) {
            filling.check(filling.process().onExit().join().exitValue() == 0, "does not take the events");
        }
        return events;
    }

    private static KafkaBroker kafka() {
        var kafka = KafkaBroker.started();
        kafka.topic("bench", 8);
        return kafka;
    }

    private double rate(RelayTarget target, String address, long total, BenchServers servers) throws IOException {
        var subscription = target.name().replace("-", "");
        try (var running = RunningTarget.start(target, subscription, "earliest", address, servers, options)) {
            return running.rate(total, Duration.ofSeconds(options.choose(0, 2, 4)), options);
        }
    }

    /// Measures with and without wake-ups. Their effect shows most when events are rare.
    private void delay(BenchServers servers) throws IOException {
        for (var rate : options.choose(List.of(1000), List.of(1000), List.of(1000, 10))) {
            for (var woken : options.wants("delay") ? List.of(true, false) : List.<Boolean>of()) {
                var name = "%,d, %s".formatted(rate, woken ? "woken" : "polling");
                delays.add(name, MeasureDelay.measure(servers, options, rate, woken));
                System.err.printf("    %s: p99 %s ms%n", name, delays.each("%.1f", name, "p99"));
            }
        }
    }

    private Report report(String disk) {
        var report = new Report();
        report.table(":to", "× skip-locked", "× gruelbox", "each round", "events/s");
        for (var name : rates.measured()) {
            report.row("`" + name + "`", shown("%.2f", rates.ratio(name, "skip-locked")),
                    shown("%.2f", rates.ratio(name, "gruelbox")), rates.each("%,.0f", name, "rate"),
                    shown("%,.0f", rates.best(name, "rate")));
        }
        if (!delays.measured().isEmpty()) {
            report.line("");
            report.table("events/s", ":the relay is", "p50", "p99", "p99.9", "most", "p99, each round");
        }
        for (var name : delays.measured()) {
            report.row(name.replace(", ", " | "), delay(name, "p50"), delay(name, "p99"), delay(name, "p99.9"),
                    delay(name, "most"), delays.each("%.1f", name, "p99"));
        }
        report.machine(disk, NOTES);
        var compared = rates.ratio("none", "skip-locked");
        report.atLeast(1, "the drain to nothing is %s × what is asked, which is 40,000/s or 4 × skip-locked",
                Math.max(rates.best("none", "rate") / 40_000, Double.isNaN(compared) ? 0 : compared / 4));
        report.atLeast(10, "the drain to nothing is %s × gruelbox", rates.ratio("none", "gruelbox"));
        for (var name : delays.measured()) {
            report.atMost(name.endsWith("woken") ? 10 : 50, "from commit to receiver at " + name + ", p99 is %s ms",
                    delays.best(name, "p99"));
        }
        return report;
    }

    private String delay(String name, String figure) {
        return shown("%.1f ms", delays.best(name, figure));
    }
}
