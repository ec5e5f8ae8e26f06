package dev.onceward.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import dev.onceward.embedded.Backends;

/// A target as a process of its own.
///
/// @param fresh the next number it has never seen
record TargetProcess(Target target, JavaProcess daemon, int port, AtomicLong fresh) implements AutoCloseable {

    static TargetProcess start(Target target, Backends backends, boolean profile)
            throws IOException, InterruptedException {
        return start(target, backends, Map.of(), profile);
    }

    /// @param more of its environment than all targets have
    static TargetProcess start(Target target, Backends backends, Map<String, String> more, boolean profile)
            throws IOException, InterruptedException {
        var port = freePort();
        var environment = new HashMap<>(environment(target, backends, port));
        environment.putAll(more);
        var daemon = JavaProcess.start(target.label(), target.program(), environment, profile);
        daemon.awaitListening(port);
        return new TargetProcess(target, daemon, port, new AtomicLong());
    }

    /// Resident memory in bytes, where the system tells; 0 elsewhere.
    long rss() throws IOException {
        return rss(daemon.process());
    }

    static long rss(Process process) throws IOException {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        var lines = Files.exists(status) ? Files.readAllLines(status) : List.<String>of();
        return lines.stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    @Override
    public void close() {
        daemon.close();
    }

    static Map<String, String> environment(Target target, Backends backends, int port) {
        return Map.of(
                "ONCEWARD_POSTGRES_URL", backends.postgres().url(),
                "ONCEWARD_REDIS_URL", backends.redis().url(),
                "ONCEWARD_SOURCES_BENCH_UNSIGNED", "true",
                "ONCEWARD_SOURCES_BENCH_KEY", "header:Idempotency-Key",
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "QUARKUS_MANAGEMENT_HOST", "127.0.0.1",
                "QUARKUS_MANAGEMENT_PORT", "0",
                "QUARKUS_HIBERNATE_ORM_ACTIVE", Boolean.toString(target == Target.OBVIOUS));
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
