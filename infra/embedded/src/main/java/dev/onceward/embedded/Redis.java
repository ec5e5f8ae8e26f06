package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A Redis server on a port of its own, which it keeps over [#stop()], [#kill()] and [#start()]. It is a cache: what it
/// holds ends with it.
public final class Redis {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path program = Programs.redis();
    private final int port = Port.free();
    private final Path directory;
    private final Path noted;
    private final Path log;
    private final Trace trace;
    private final List<String> settings;

    private Redis(Path directory, List<String> settings) {
        this.directory = directory;
        this.settings = settings;
        noted = directory.resolve("redis.noted");
        log = directory.resolve("redis.log");
        trace = new Trace(directory.resolve("redis.pid"));
    }

    /// Starts the server. The directory is for its log and to find it again.
    static Redis in(Path directory) {
        return started(new Redis(directory, List.of()));
    }

    /// Starts a node of a cluster, as a test of what a cluster refuses needs it. It owns no slots yet.
    public static Redis clusterNodeIn(Path directory) {
        return started(new Redis(directory, List.of("--cluster-enabled", "yes",
                "--cluster-port", Integer.toString(Port.free()), "--cluster-announce-ip", "127.0.0.1")));
    }

    private static Redis started(Redis redis) {
        redis.stop();
        redis.start();
        return redis;
    }

    /// As the functions take it.
    public String url() {
        return "redis://localhost:" + port;
    }

    public long pid() {
        return trace.process().orElseThrow(() -> new IllegalStateException("Redis is not running.")).pid();
    }

    /// Starts the server, unless it runs.
    public void start() {
        if (trace.process().isPresent()) {
            return;
        }
        try {
            Files.deleteIfExists(noted);
            Files.deleteIfExists(log);
            var started = Ran.run(command());
            if (started.failed()) {
                throw new CannotStart("Redis did not start: " + started.said().strip());
            }
            trace.leave(awaited());
        } catch (IOException failed) {
            throw new CannotStart("Redis can not be started in " + directory, failed);
        }
    }

    /// Lets the server end in order. Does nothing if it does not run.
    public void stop() {
        trace.end(PATIENCE);
    }

    /// SIGKILL.
    public void kill() {
        trace.kill();
    }

    /// As a daemon, so that a Ctrl-C in the terminal is not for it: who started it ends it, after those who use it.
    private List<String> command() {
        var command = List.of(program.toString(), "--daemonize", "yes", "--port", Integer.toString(port),
                "--bind", "127.0.0.1", "-::1", "--dir", directory.toString(),
                "--pidfile", noted.toString(), "--logfile", log.toString(),
                "--save", "", "--appendonly", "no");
        return Stream.concat(command.stream(), settings.stream()).toList();
    }

    /// Redis notes its pid down once it listens.
    private long awaited() throws IOException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(noted) || !Files.readString(noted).endsWith("\n")) {
            if (System.nanoTime() > deadline) {
                throw new CannotStart("Redis did not start, see " + log + ".");
            }
            LockSupport.parkNanos(1_000_000);
        }
        return Long.parseLong(Files.readString(noted).strip());
    }
}
