package dev.onceward.bench.relay;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Options;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A running target, which counts its own deliveries: queries to the database would slow down what is measured.
record RunningTarget(RelayTarget target, JavaProcess process) implements AutoCloseable {
    private static final String COUNT = "onceward_relay_attempt_seconds_count{outcome=\"delivered\"";
    /// A look makes the target write all its metrics. Every 10 ms that took a tenth of what was measured.
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /// @param subscription the name of the relay's subscription, which is one word
    /// @param start where the subscription starts
    /// @param address of the receiver, or of Kafka
    static RunningTarget start(RelayTarget target, String subscription, String start, String address,
            BenchServers servers,
            Options options) throws IOException {
        var program = target.program(subscription, start, address);
        return new RunningTarget(target, JavaProcess.start(target.name(), program, servers, options));
    }

    /// Waits until the target has delivered this many events, or the time is over.
    Seen await(long delivered, Duration time) throws IOException {
        var begun = System.nanoTime();
        var seen = look();
        while (seen.delivered < delivered && seen.at - begun < time.toNanos()) {
            Await.pause(LOOK_EVERY);
            process.check(process.process().isAlive(), "has ended");
            seen = look();
        }
        return seen;
    }

    /// How many events the target has delivered so far.
    Seen look() throws IOException {
        var delivered = target.isRelay() ? counted() : printed();
        return new Seen(System.nanoTime(), delivered);
    }

    @Override
    public void close() {
        process.close();
    }

    /// The last complete line of its output, if that is a number.
    private long printed() throws IOException {
        var lines = Files.readString(process.log());
        var end = Math.max(0, lines.lastIndexOf('\n'));
        var last = lines.substring(lines.lastIndexOf('\n', end - 1) + 1, end);
        return last.matches("\\d+") ? Long.parseLong(last) : 0;
    }

    private long counted() throws IOException {
        var metrics = URI.create("http://127.0.0.1:" + process.managementPort() + "/q/metrics").toURL();
        try (var answer = metrics.openStream()) {
            return new String(answer.readAllBytes(), UTF_8).lines().filter(line -> line.startsWith(COUNT))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
        }
    }

    /// How many events were delivered at a time.
    record Seen(long at, long delivered) {

        /// The rate in events per second.
        double rateSince(Seen before) {
            return (delivered - before.delivered) * 1e9 / (at - before.at);
        }
    }
}
