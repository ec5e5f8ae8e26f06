package dev.onceward.bench.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.onceward.embedded.FreePort;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A process that is measured.
///
/// @param log its output
/// @param managementPort the port of a function's metrics
public record JavaProcess(String name, Process process, Path log, int port,
        int managementPort) implements AutoCloseable {
    public static final String JAVA = ProcessHandle.current().info().command().orElse("java");
    /// The application that uses the library.
    public static final String APPLICATION = "infra/bench/application/target/quarkus-app/quarkus-run.jar";
    private static final Path RUNS = Path.of("infra/bench/target/runs");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Starts a program and waits until it prints that it listens, or a first count of 0. All programs have the same
    /// heap and the same collector.
    ///
    /// @param program the arguments after `java` and its flags
    public static JavaProcess start(String name, List<String> program, BenchServers servers, Options options)
            throws IOException {
        var command = new ArrayList<String>(List.of(JAVA, "-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"));
        if (options.has("--profile")) {
            command.add("-XX:StartFlightRecording:dumponexit=true,settings=profile,filename="
                    + RUNS.resolve(name + ".jfr"));
        }
        command.addAll(program);
        var started = launch(name, command, servers);
        started.await("does not start", () -> Files.readString(started.log).lines()
                .anyMatch(line -> line.matches("0|.*Listening on: .*")));
        return started;
    }

    /// Starts a command and does not wait for it.
    public static JavaProcess launch(String name, List<String> command, BenchServers servers) throws IOException {
        var port = FreePort.free();
        var managementPort = FreePort.free();
        var log = Files.createDirectories(RUNS).resolve(name + ".log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(servers.environment(port, managementPort));
        var process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new JavaProcess(name, process, log, port, managementPort);
    }

    /// Waits until the condition holds.
    public void await(String problem, Condition condition) throws IOException {
        for (var begun = System.nanoTime(); !condition.holds(); Await.pause(Duration.ofMillis(5))) {
            check(process.isAlive() && System.nanoTime() - begun < PATIENCE.toNanos(), problem);
        }
    }

    /// Fails with the problem if the condition is false.
    public void check(boolean right, String problem) throws IOException {
        if (!right) {
            throw new IOException("%s %s: see %s".formatted(name, problem, log));
        }
    }

    /// The text that it serves over HTTP.
    public String get(int fromPort, String path) throws IOException {
        try (var answer = URI.create("http://127.0.0.1:" + fromPort + path).toURL().openStream()) {
            return new String(answer.readAllBytes(), UTF_8);
        }
    }

    /// Sends `STOP`, which stops the process, or `CONT`, which continues it.
    public void signal(String signal) throws IOException {
        var _ = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().onExit().join();
    }

    /// Resident memory in MiB, if the system reports it; otherwise 0.
    public double rss() throws IOException {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        var lines = Files.exists(status) ? Files.readAllLines(status) : List.<String>of();
        return lines.stream().filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).sum();
    }

    /// Ends the process by SIGTERM first, so that a flight recording or a cache is written.
    @Override
    public void close() {
        process.destroy();
        var _ = process.onExit().completeOnTimeout(process, 30, TimeUnit.SECONDS).join();
        var _ = process.destroyForcibly();
    }

    /// A condition that is polled.
    public interface Condition {
        boolean holds() throws IOException;
    }
}
