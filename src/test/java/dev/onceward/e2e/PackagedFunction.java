package dev.onceward.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.FreePort;
import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.PausedProcess;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

/// A packaged function as a process of its own, on ports that stay the same when it is started again.
final class PackagedFunction implements AutoCloseable {
    private static final Path OUTPUT = Path.of("target/output");
    private static final Path PACKAGED = Path.of(System.getProperty("functions"));

    private final int port = FreePort.free();
    private final int managementPort = FreePort.free();
    private final StartFunction start;
    private FunctionProcess process;

    private PackagedFunction(String name, Backends backends, Map<String, String> settings) {
        var jar = PACKAGED.resolve(name).resolve("target/quarkus-app/quarkus-run.jar");
        start = StartFunction.of(jar.toString(), backends).withHeap("256m")
                .with("quarkus.http.port", Integer.toString(port))
                .with("quarkus.management.port", Integer.toString(managementPort));
        settings.forEach(this::set);
        process = start.start();
    }

    /// A variable of the environment, or a property, whose name has a dot.
    private void set(String name, String value) {
        var _ = name.contains(".") ? start.with(name, value) : start.withEnvironment(name, value);
    }

    static PackagedFunction intake(Backends backends, Map<String, String> settings) {
        return new PackagedFunction("intake", backends, settings);
    }

    static PackagedFunction relay(Backends backends, Map<String, String> settings) {
        return new PackagedFunction("relay", backends, settings);
    }

    static PackagedFunction payments(Backends backends, Map<String, String> settings) {
        return new PackagedFunction("payments", backends, settings);
    }

    /// All functions in one, as `./run` starts it.
    static PackagedFunction local(Backends backends) {
        return new PackagedFunction("local", backends, Map.of());
    }

    /// A process that believes it is another time, as in `+1d`.
    static PackagedFunction intakeAt(String offset, Backends backends, Map<String, String> settings) {
        var skewed = new HashMap<>(settings);
        skewed.put("LD_PRELOAD", FakeTime.library().orElseThrow());
        skewed.put("FAKETIME", offset);
        skewed.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        skewed.put("FAKETIME_FORCE_MONOTONIC_FIX", "0"); // else every timed wait of the JVM spins
        return new PackagedFunction("intake", backends, skewed);
    }

    URI at(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    /// On the management interface.
    URI managementAt(String path) {
        return URI.create("http://localhost:" + managementPort + path);
    }

    PackagedFunction ready() {
        try {
            var _ = Eventually.holds("ready on " + port, Duration.ofSeconds(60),
                    () -> !process.isRunning() || status(managementAt("/q/health/ready")) == 200);
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + System.lineSeparator() + output(), late);
        }
        if (!process.isRunning()) {
            throw new AssertionError("It ended before it was ready:" + System.lineSeparator() + output());
        }
        return this;
    }

    static int status(URI from) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(from).timeout(Duration.ofSeconds(5)).build();
        return SendWebhooks.CLIENT.send(request, BodyHandlers.discarding()).statusCode();
    }

    /// Waits for a process that ends by itself.
    int exitCode() {
        return process.exitCode();
    }

    String output() {
        return process.output();
    }

    void killAndStart() {
        kill();
        process = start.start();
    }

    void kill() {
        process.kill();
        keepOutput();
    }

    /// Keeps what the process printed for whoever looks into a test that failed.
    private void keepOutput() {
        try {
            var _ = Files.writeString(Files.createDirectories(OUTPUT).resolve(port + ".log"), output(), CREATE, APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    PausedProcess pause() {
        return PausedProcess.of(process.pid());
    }

    /// Sends SIGTERM, and waits until the function has shut down.
    void stop() {
        process.close();
        keepOutput();
    }

    @Override
    public void close() {
        kill();
    }
}
