package dev.onceward.bench.inbox;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.vertx.core.Vertx;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.CountingProcess;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;

import static dev.onceward.bench.run.Report.shown;

/// `./bench inbox`: measures how many messages of Kafka a consumer with the inbox processes, beside the same consumer without
/// one.
public record MeasureConsumers(Options options, BenchServers servers, BookingsTopic topic, Figures figures) {
    private static final List<String> CHANNELS = List.of("single", "inbox-single", "batch", "inbox-batch");
    private static final String TABLE = "CREATE TABLE booking (id text NOT NULL, text text NOT NULL)";
    private static final String REPEATED = "SELECT count(*) - count(DISTINCT id) FROM booking";
    private static final String NOTES = """
            Messages of 1 KiB with an effect of one row, from one partition. `single` processes one message after the other,
            `batch` up to 64 messages in one transaction.
            """;

    /// Measures all consumers in turn on one server, and repeats that on new servers.
    public static Report measure(Vertx vertx, Options options) throws IOException {
        var figures = new Figures("rate");
        var disk = "";
        for (var round = 1; round <= options.choose(1, 2, 3); round++) {
            System.err.println("round " + round);
            try (var servers = BenchServers.start(vertx, options);
                    var topic = BookingsTopic.filled(options.choose(1_000, 200_000, 400_000))) {
                disk = servers.disk();
                new MeasureConsumers(options, servers, topic, figures).measure();
            }
        }
        return report(figures, disk);
    }

    private void measure() throws IOException {
        for (var channel : CHANNELS) {
            if (options.wants(channel)) {
                servers.execute("DROP TABLE IF EXISTS booking");
                servers.execute(TABLE);
                figures.add(channel, Map.of("rate", rate(channel)));
            }
        }
    }

    private double rate(String channel) throws IOException {
        var program = List.of("-Dkafka.bootstrap.servers=" + topic.servers(),
                "-Dmp.messaging.incoming." + channel + ".enabled=true",
                "-Dmp.messaging.incoming." + channel + ".group.id=" + channel,
                "-jar", JavaProcess.APPLICATION);
        try (var consumer = new CountingProcess(JavaProcess.start(channel, program, servers, options),
                process -> Long.parseLong(process.get(process.port(), "/count")))) {
            var rate = consumer.rate(topic.messages(), Duration.ofSeconds(options.choose(0, 10, 15)), options);
            consumer.process().check(servers.count(REPEATED) == 0, "has booked twice");
            return rate;
        }
    }

    private static Report report(Figures figures, String disk) {
        var report = new Report();
        report.table(":consumer", "× without an inbox", "each round", "messages/s");
        for (var name : figures.measured()) {
            report.row("`" + name + "`", shown("%.2f", times(figures, name)), figures.each("%,.0f", name, "rate"),
                    shown("%,.0f", figures.best(name, "rate")));
        }
        report.machine(disk, NOTES);
        report.atLeast(0.5, "single messages are %s × without an inbox", times(figures, "inbox-single"));
        report.atLeast(0.5, "batches are %s × without an inbox", times(figures, "inbox-batch"));
        return report;
    }

    private static double times(Figures figures, String name) {
        return figures.ratio(name, name.replace("inbox-", ""));
    }
}
