package dev.onceward.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.onceward.embedded.Backends;

/// A target as a process of its own, all of them with the same heap and the same collector.
///
/// @param fresh the next number it has never seen
record Running(Target target, Process process, int port, AtomicLong fresh) implements AutoCloseable {
    private static final Path RUNS = Path.of("infra/bench/target/runs");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");
    private static final String RECORDING = "-XX:StartFlightRecording:dumponexit=true,settings=profile,filename=";

    static Running start(Target target, Backends backends, boolean profile) throws IOException, InterruptedException {
        Files.createDirectories(RUNS);
        var log = RUNS.resolve(target.label() + ".log");
        var port = freePort();
        var builder = new ProcessBuilder(command(target, profile)).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment(target, backends, port));
        var process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        var running = new Running(target, process, port, new AtomicLong());
        running.awaitListening(log);
        return running;
    }

    /// Resident memory in bytes, where the system tells; 0 elsewhere.
    long rss() throws IOException {
        return rss(process);
    }

    static long rss(Process process) throws IOException {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        var lines = Files.exists(status) ? Files.readAllLines(status) : List.<String>of();
        return lines.stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    /// Asks first, so that a flight recording is written.
    @Override
    public void close() {
        process.destroy();
        var _ = process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
        var _ = process.destroyForcibly();
    }

    private static List<String> command(Target target, boolean profile) {
        var command = new ArrayList<String>();
        command.add(java());
        command.addAll(FLAGS);
        if (profile) {
            command.add(RECORDING + RUNS.resolve(target.label() + ".jfr"));
        }
        command.addAll(target.program());
        return command;
    }

    static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    static Map<String, String> environment(Target target, Backends backends, int port) {
        return Map.of(
                "ONCEWARD_POSTGRES_URL", backends.postgres().url(),
                "ONCEWARD_REDIS_URL", backends.redis().url(),
                "ONCEWARD_SOURCES_BENCH_UNSIGNED", "true",
                "ONCEWARD_SOURCES_BENCH_KEY", "header:Idempotency-Key",
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "QUARKUS_HIBERNATE_ORM_ACTIVE", Boolean.toString(target == Target.OBVIOUS));
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening(Path log) throws IOException, InterruptedException {
        var end = Instant.now().plus(PATIENCE);
        while (!listening()) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                process.destroy();
                throw new IOException("%s did not start: see %s".formatted(target.title(), log));
            }
            Thread.sleep(50);
        }
    }

    private boolean listening() {
        try (var socket = new Socket(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
