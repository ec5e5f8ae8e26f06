package dev.onceward.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// `./bench start`: how long intake takes from its launch to the answer to its first webhook, connections included, and
/// what it occupies at rest. The native executable is measured where there is one.
final class MeasureStart {
    private static final Path BUILT = Path.of("functions/intake/target");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final Duration REST = Duration.ofSeconds(3);

    private final Backends backends;
    private final int rounds;
    private final Duration rest;

    private MeasureStart(Backends backends, boolean smoke) {
        this.backends = backends;
        this.rounds = smoke ? 1 : 7;
        this.rest = smoke ? Duration.ZERO : REST;
    }

    /// @param smoke whether it is only shown that it runs
    static void run(boolean smoke) throws IOException, InterruptedException {
        try (var backends = Backends.temporary()) {
            Migrate.run(backends.postgres().url());
            var start = new MeasureStart(backends, smoke);
            System.out.println("""
                    | intake | launch to first stored webhook, median of %d | fastest | RSS at rest |
                    |---|--:|--:|--:|""".formatted(start.rounds));
            start.measure("JVM", jvm());
            start.measureWithCache();
            var executable = executable();
            if (executable.isPresent()) {
                start.measure("native", executable.get());
            }
            System.out.printf("%n%s%n", MeasuredMachine.size());
        }
    }

    private static String[] jvm(String... options) {
        return Stream.of(Stream.of(JavaProcess.java(), "-XX:+UseSerialGC"), Stream.of(options),
                Stream.of("-jar", BUILT + "/quarkus-app/quarkus-run.jar")).flatMap(part -> part).toArray(String[]::new);
    }

    /// The JVM writes the cache of the classes that a first run loaded when that run ends.
    private void measureWithCache() throws IOException, InterruptedException {
        var cache = Files.createTempDirectory("onceward-bench").resolve("intake.aot");
        try {
            var port = TargetProcess.freePort();
            var process = launch(jvm("-XX:AOTCacheOutput=" + cache), port);
            awaitStored(port, "cache", System.nanoTime());
            process.destroy();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || !Files.exists(cache)) {
                process.destroyForcibly();
                throw new IOException("the JVM wrote no AOT cache within " + PATIENCE);
            }
            measure("JVM with an AOT cache", jvm("-XX:AOTCache=" + cache));
        } finally {
            Files.deleteIfExists(cache);
            Files.deleteIfExists(cache.getParent());
        }
    }

    private static Optional<String> executable() throws IOException {
        try (var files = Files.list(BUILT)) {
            return files.map(Path::toString).filter(name -> name.endsWith("-runner")).findFirst();
        }
    }

    private void measure(String name, String... command) throws IOException, InterruptedException {
        var times = new ArrayList<Long>();
        var rss = new ArrayList<Long>();
        for (var round = 0; round < rounds; round++) {
            once(command, name + round, times, rss);
        }
        times.sort(null);
        rss.sort(null);
        System.out.printf("| %s | %d ms | %d ms | %d MiB |%n", name, times.get(rounds / 2) / 1_000_000,
                times.getFirst() / 1_000_000, rss.get(rounds / 2) >> 20);
    }

    private void once(String[] command, String key, List<Long> times, List<Long> rss)
            throws IOException, InterruptedException {
        var port = TargetProcess.freePort();
        var launched = System.nanoTime();
        var process = launch(command, port);
        try {
            awaitStored(port, key, launched);
            times.add(System.nanoTime() - launched);
            LockSupport.parkNanos(rest.toNanos());
            rss.add(TargetProcess.rss(process));
        } finally {
            var _ = process.destroyForcibly().waitFor();
        }
    }

    private Process launch(String[] command, int port) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(TargetProcess.environment(Target.INTAKE, backends, port));
        return builder.start();
    }

    private static void awaitStored(int port, String key, long launched) throws IOException {
        while (!stored(port, key)) {
            if (System.nanoTime() - launched > PATIENCE.toNanos()) {
                throw new IOException("intake stored no webhook within " + PATIENCE);
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private static boolean stored(int port, String key) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(("POST /hooks/bench HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + key
                    + "\r\nContent-Length: 2\r\n\r\n{}").getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes(12), US_ASCII).equals("HTTP/1.1 202");
        } catch (IOException notYet) {
            return false;
        }
    }
}
