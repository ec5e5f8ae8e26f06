package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A Redis server with a port of its own, which it keeps over [#stop()], [#kill()] and [#start()]. It stores nothing on the
/// disk, so its data end with it.
public final class Redis {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration UNTIL_FREE = Duration.ofSeconds(10);
    /// Texts that Redis logs, whichever C library it is built with: its port is taken, and it gives up.
    private static final String TAKEN = " in use";
    private static final String GIVEN_UP = "aborting";

    private final Path program = Programs.redis();
    private final int port = FreePort.free();
    private final Path directory;
    private final Path noted;
    private final Path log;
    private final PidFile pidFile;
    private final List<String> settings;

    private Redis(Path directory, List<String> settings) {
        this.directory = directory;
        this.settings = settings;
        noted = directory.resolve("redis.noted");
        log = directory.resolve("redis.log");
        pidFile = new PidFile(directory.resolve("redis.pid"));
    }

    /// Starts the server. The directory holds its log, and the files by which a later process finds it.
    static Redis in(Path directory) {
        return started(new Redis(directory, List.of()));
    }

    /// Starts a node of a cluster, for tests of commands that a cluster refuses. The node owns no slots yet.
    public static Redis clusterNodeIn(Path directory) {
        return started(new Redis(directory, List.of("--cluster-enabled", "yes",
                "--cluster-port", Integer.toString(FreePort.free()), "--cluster-announce-ip", "127.0.0.1")));
    }

    private static Redis started(Redis redis) {
        redis.stop();
        redis.start();
        return redis;
    }

    /// The URL in the form that the functions read.
    public String url() {
        return "redis://localhost:" + port;
    }

    public long pid() {
        return pidFile.process().orElseThrow(() -> new IllegalStateException("Redis is not running.")).pid();
    }

    /// Starts the server. Does nothing if it is running.
    public void start() {
        if (pidFile.process().isPresent()) {
            return;
        }
        try {
            launch();
            pidFile.leave(Long.parseLong(Files.readString(noted).strip()));
        } catch (IOException failed) {
            throw new BackendNotStarted("Redis can not be started in " + directory, failed);
        }
    }

    /// Shuts the server down. Does nothing if it is not running.
    public void stop() {
        pidFile.end(PATIENCE);
    }

    /// Sends SIGKILL to the server.
    public void kill() {
        pidFile.kill();
    }

    /// The command starts Redis as a daemon, so that a Ctrl-C in the terminal does not reach it. The process that started
    /// Redis ends it, after the functions that use it.
    private List<String> command() {
        var command = List.of(program.toString(), "--daemonize", "yes", "--port", Integer.toString(port),
                "--bind", "127.0.0.1", "-::1", "--dir", directory.toString(),
                "--pidfile", noted.toString(), "--logfile", log.toString(),
                "--save", "", "--appendonly", "no");
        return Stream.concat(command.stream(), settings.stream()).toList();
    }

    /// Starts Redis, and tries again while its port is taken: threads of a killed server may hold the port for a moment
    /// after the process has ended, and Redis gives up at once if its port is taken.
    private void launch() throws IOException {
        var deadline = System.nanoTime() + UNTIL_FREE.toNanos();
        while (!isLaunched()) {
            if (!logged().contains(TAKEN) || System.nanoTime() > deadline) {
                throw new BackendNotStarted("Redis did not start in %s: %s".formatted(directory, logged()));
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    /// Starts Redis, and waits for the file with its pid, which Redis writes once it listens. Until then Redis is in the
    /// background, and only its log tells if it gave up.
    private boolean isLaunched() throws IOException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        Files.deleteIfExists(noted);
        Files.deleteIfExists(log);
        var started = ProgramResult.run(command());
        if (started.failed()) {
            throw new BackendNotStarted("Redis did not start: " + started.said().strip());
        }
        while (!Files.exists(noted) || !Files.readString(noted).endsWith("\n")) {
            if (logged().contains(GIVEN_UP) || System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    private String logged() throws IOException {
        return Files.exists(log) ? Files.readString(log).strip() : "it logged nothing";
    }
}
