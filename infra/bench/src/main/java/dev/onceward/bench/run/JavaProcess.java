package dev.onceward.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.onceward.embedded.FreePort;

/// A process that is measured.
///
/// @param log what it prints
/// @param managementPort where a function has its metrics
public record JavaProcess(String name, Process process, Path log, int port,
        int managementPort) implements AutoCloseable {
    public static final String JAVA = ProcessHandle.current().info().command().orElse("java");
    private static final Path RUNS = Path.of("infra/bench/target/runs");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Starts a program and waits until it says that it listens, or counts from 0. All have the same heap and the same
    /// collector.
    ///
    /// @param program what stands behind `java` and its flags
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

    /// Waits until something has come about.
    public void await(String problem, Condition condition) throws IOException {
        for (var begun = System.nanoTime(); !condition.holds(); Await.pause(Duration.ofMillis(5))) {
            check(process.isAlive() && System.nanoTime() - begun < PATIENCE.toNanos(), problem);
        }
    }

    /// Fails if something is not as it should be.
    public void check(boolean right, String problem) throws IOException {
        if (!right) {
            throw new IOException("%s %s: see %s".formatted(name, problem, log));
        }
    }

    /// Sends `STOP`, which lets the process stand still, or `CONT`, which lets it go on.
    public void signal(String signal) throws IOException {
        var _ = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().onExit().join();
    }

    /// Resident memory in MiB, where the system tells; 0 elsewhere.
    public double rss() throws IOException {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        var lines = Files.exists(status) ? Files.readAllLines(status) : List.<String>of();
        return lines.stream().filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).sum();
    }

    /// Asks first, so that a flight recording or a cache is written.
    @Override
    public void close() {
        process.destroy();
        var _ = process.onExit().completeOnTimeout(process, 30, TimeUnit.SECONDS).join();
        var _ = process.destroyForcibly();
    }

    /// What is waited for.
    public interface Condition {
        boolean holds() throws IOException;
    }
}
