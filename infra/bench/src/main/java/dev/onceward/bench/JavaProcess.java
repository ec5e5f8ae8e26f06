package dev.onceward.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A Java process beside this one, all of them with the same heap and the same collector.
///
/// @param log what it prints
record JavaProcess(String name, Process process, Path log) implements AutoCloseable {
    private static final Path RUNS = Path.of("infra/bench/target/runs");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");
    private static final String RECORDING = "-XX:StartFlightRecording:dumponexit=true,settings=profile,filename=";

    /// @param program what stands behind `java` and its flags
    /// @param profile whether it records with the flight recorder
    static JavaProcess start(String name, List<String> program, Map<String, String> environment, boolean profile)
            throws IOException {
        Files.createDirectories(RUNS);
        var log = RUNS.resolve(name + ".log");
        var command = new ArrayList<String>(List.of(java()));
        command.addAll(FLAGS);
        if (profile) {
            command.add(RECORDING + RUNS.resolve(name + ".jfr"));
        }
        command.addAll(program);
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new JavaProcess(name, process, log);
    }

    static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    void awaitListening(int port) throws IOException, InterruptedException {
        var end = Instant.now().plus(PATIENCE);
        while (!listening(port)) {
            if (Instant.now().isAfter(end)) {
                process.destroy();
            }
            checkAlive();
            Thread.sleep(50);
        }
    }

    void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("%s did not start, or has ended: see %s".formatted(name, log));
        }
    }

    /// Stands still until it is told to go on, whatever it is at.
    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    /// Asks first, so that a flight recording is written.
    @Override
    public void close() {
        process.destroy();
        var _ = process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
        var _ = process.destroyForcibly();
    }

    private void signal(String name) throws IOException, InterruptedException {
        var _ = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start().waitFor();
    }

    private static boolean listening(int port) {
        try (var socket = new Socket(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
