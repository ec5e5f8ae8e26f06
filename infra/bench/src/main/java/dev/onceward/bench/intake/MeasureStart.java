package dev.onceward.bench.intake;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.vertx.core.Vertx;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;

import static dev.onceward.bench.run.Report.shown;
import static java.nio.charset.StandardCharsets.US_ASCII;

/// `./bench start`: measures the time from launching intake to the answer to its first webhook, connections included,
/// and its memory at rest. The native executable is measured if it exists.
public record MeasureStart(Options options, BenchServers servers, Report report) {
    private static final Path CACHE = Path.of("infra/bench/target/intake.aot");

    /// A first run loads the classes; the JVM writes the cache of them when that run ends.
    public static Report measure(Vertx vertx, Options options) throws IOException {
        try (var servers = BenchServers.start(vertx, options)) {
            var report = new Report();
            report.table(":intake", "launch to first stored webhook, median", "fastest",
                    "RSS at rest");
            var start = new MeasureStart(options, servers, report);
            start.measure("JVM", jvm());
            start.launch("cache", jvm("-XX:AOTCacheOutput=" + CACHE)).close();
            start.measure("JVM with an AOT cache", jvm("-XX:AOTMode=on", "-XX:AOTCache=" + CACHE));
            for (var executable : executables()) {
                start.measure("native", List.of(executable));
            }
            report.machine(servers.disk(), "");
            return report;
        }
    }

    private void measure(String name, List<String> command) throws IOException {
        var figures = new Figures("speed");
        for (var round = 0; round < options.choose(1, 1, 7); round++) {
            var launched = System.nanoTime();
            try (var process = launch(name.replace(' ', '-') + round, command)) {
                var millis = (System.nanoTime() - launched) / 1e6;
                Await.pause(options.choose(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(3)));
                figures.add(name, Map.of("speed", 1 / millis, "millis", millis, "rss", process.rss()));
            }
        }
        report.row(name, shown("%.0f ms", figures.median(name, "millis")),
                shown("%.0f ms", figures.best(name, "millis")),
                shown("%.0f MiB", figures.median(name, "rss")));
    }

    /// Returns when the first webhook is stored.
    ///
    /// @param key of the webhook
    private JavaProcess launch(String key, List<String> command) throws IOException {
        var process = JavaProcess.launch("start", command, servers);
        process.await("stores no webhook", () -> isStored(process.port(), key));
        return process;
    }

    private static List<String> jvm(String... options) {
        return Stream.of(Stream.of(JavaProcess.JAVA, "-XX:+UseSerialGC"), Stream.of(options),
                Stream.of("-jar", Scenario.INTAKE)).flatMap(part -> part).toList();
    }

    private static List<String> executables() throws IOException {
        try (var files = Files.list(Path.of("functions/intake/target"))) {
            return files.map(Path::toString).filter(name -> name.endsWith("-runner")).toList();
        }
    }

    private static boolean isStored(int port, String key) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("""
                    POST /hooks/bench HTTP/1.1\r
                    Host: localhost\r
                    Idempotency-Key: %s\r
                    Content-Length: 2\r
                    \r
                    {}""".formatted(key).getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes(12), US_ASCII).equals("HTTP/1.1 202");
        } catch (IOException notYet) {
            return false;
        }
    }
}
