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
import java.util.concurrent.TimeUnit;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.FreePort;

import static org.assertj.core.api.Assertions.assertThat;

/// A packaged function as a process of its own, on ports that stay the same when it is started again.
final class PackagedFunction implements AutoCloseable {
    private static final Path PACKAGED = Path.of(System.getProperty("functions"));

    private final int port = FreePort.free();
    private final int managementPort = FreePort.free();
    private final ProcessBuilder command;
    private final Path log;
    private Process process;

    private PackagedFunction(String name, Backends backends, Map<String, String> settings) {
        var jar = PACKAGED.resolve(name).resolve("target/quarkus-app/quarkus-run.jar");
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        command = new ProcessBuilder(java.toString(), "-Xmx256m", "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-jar", jar.toString());
        log = Path.of("target", name + "-" + port + ".log");
        command.redirectErrorStream(true).redirectOutput(log.toFile());
        command.environment().put("ONCEWARD_POSTGRES_URL", backends.postgres().url());
        command.environment().put("ONCEWARD_REDIS_URL", backends.redis().url());
        command.environment().put("QUARKUS_HTTP_PORT", Integer.toString(port));
        command.environment().put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
        command.environment().putAll(settings);
        process = launch();
    }

    static PackagedFunction intake(Backends backends, Map<String, String> settings) {
        return new PackagedFunction("intake", backends, settings);
    }

    static PackagedFunction relay(Backends backends, Map<String, String> settings) {
        return new PackagedFunction("relay", backends, settings);
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
            var _ = AwaitEndToEnd.until("ready on " + port, Duration.ofSeconds(60),
                    () -> !process.isAlive() || status(managementAt("/q/health/ready")) == 200);
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + System.lineSeparator() + said(), late);
        }
        if (!process.isAlive()) {
            throw new AssertionError("It ended before it was ready:" + System.lineSeparator() + said());
        }
        return this;
    }

    static int status(URI from) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(from).timeout(Duration.ofSeconds(5)).build();
        return SendWebhooks.CLIENT.send(request, BodyHandlers.discarding()).statusCode();
    }

    /// Waits for a process that ends by itself.
    int exit() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process ends by itself").isTrue();
        return process.exitValue();
    }

    String said() {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// SIGKILL, and the same function again.
    void killAndStart() {
        kill();
        process = launch();
    }

    void kill() {
        var _ = process.destroyForcibly().onExit().join();
    }

    /// SIGSTOP: it does nothing any more and does not know.
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /// SIGCONT: it goes on as if nothing had been.
    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        var _ = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    /// SIGTERM.
    void stop() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            kill();
        }
    }

    @Override
    public void close() {
        kill();
    }

    private Process launch() {
        try {
            return command.start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
