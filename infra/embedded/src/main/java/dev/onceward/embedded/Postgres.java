package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.sun.security.auth.module.UnixSystem;

/// A PostgreSQL server with a port and a directory of its own. It keeps both over [#stop()], [#kill()] and [#start()]. It
/// confirms a commit only when the commit is on the disk.
public final class Postgres {
    private static final String SETTINGS = String.join(" -c ", "",
            "fsync=on", "synchronous_commit=on", "full_page_writes=on",
            "max_connections=200", "shared_buffers=128MB", "max_wal_size=2GB",
            "timezone=UTC", "log_timezone=UTC",
            "listen_addresses=localhost", "unix_socket_directories=");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path programs = Programs.postgres();
    private final int port = FreePort.free();
    private final Path data;
    private final Path log;
    private final PidFile pidFile;

    private Postgres(Path directory) {
        data = directory.resolve("postgres");
        log = directory.resolve("postgres.log");
        pidFile = new PidFile(directory.resolve("postgres.pid"));
    }

    /// Starts the server with the data in this directory. Creates the data if there are none.
    static Postgres in(Path directory) {
        var postgres = new Postgres(directory);
        postgres.stop();
        postgres.start();
        return postgres;
    }

    /// The URL in the form that the functions read.
    public String url() {
        return "postgresql://postgres@localhost:" + port + "/postgres";
    }

    /// The pid of the main process, whose children are all other processes of the server.
    public long pid() {
        return pidFile.process().orElseThrow(() -> new IllegalStateException("PostgreSQL is not running.")).pid();
    }

    /// Starts the server. Does nothing if it is running.
    public void start() {
        if (pidFile.process().isPresent()) {
            return;
        }
        try {
            make();
            forget();
            launch();
            pidFile.leave(noted());
        } catch (IOException failed) {
            throw new BackendNotStarted("PostgreSQL can not be started in " + data, failed);
        }
    }

    /// Aborts the work of all clients, writes everything to the disk and ends. Does nothing if the server is not running.
    public void stop() {
        if (pidFile.process().isPresent()) {
            var _ = run("pg_ctl", "stop", "-D", data.toString(), "-m", "fast", "-W");
            if (!pidFile.gone(PATIENCE)) {
                pidFile.kill();
            }
        }
    }

    /// Sends SIGKILL to every process of the server.
    public void kill() {
        pidFile.kill();
    }

    /// Creates the data in another directory and then renames it. Otherwise a directory that was left half-made would pass
    /// for a database.
    private void make() throws IOException {
        if (Files.exists(data)) {
            return;
        }
        var fresh = data.resolveSibling("postgres.new");
        if (Files.exists(fresh)) {
            Directory.delete(fresh);
        }
        var made = run("initdb", "-D", fresh.toString(), "-U", "postgres", "--auth=trust", "--encoding=UTF8",
                "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
        if (made.failed()) {
            throw new BackendNotStarted(
                    "PostgreSQL can not make its files in %s: %s".formatted(data, why(made.said())));
        }
        Files.move(fresh, data);
    }

    /// Deletes the pid file that a killed server left behind. PostgreSQL refuses to start if the pid in it is in use. That
    /// may be another program, because pids start anew in each container, or the killed process itself, as long as its
    /// parent has not read its exit code.
    private void forget() throws IOException {
        var file = data.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return;
        }
        if (ProcessHandle.of(noted()).flatMap(found -> found.info().command()).orElse("").endsWith("/postgres")) {
            throw new BackendNotStarted(
                    "%s is in use by the process %d, a PostgreSQL that was not started here: end it first."
                            .formatted(data, noted()));
        }
        Files.delete(file);
    }

    /// Tries again while processes of a killed server are still ending, because PostgreSQL does not start beside them.
    private void launch() throws IOException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        ProgramResult started;
        do {
            Files.deleteIfExists(log);
            started = run("pg_ctl", "start", "-D", data.toString(), "-l", log.toString(), "-w", "-o",
                    "-p " + port + SETTINGS);
        } while (started.failed() && said().contains("shared memory block") && System.nanoTime() < deadline);
        if (started.failed()) {
            throw new BackendNotStarted("PostgreSQL did not start in %s: %s%n%s".formatted(
                    data, why(said() + started.said()), said().strip()));
        }
    }

    private String said() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private long noted() throws IOException {
        return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip());
    }

    /// Runs a program of PostgreSQL. PostgreSQL refuses to run as root, so root runs it in a user namespace, where it does
    /// not see that it is root.
    private ProgramResult run(String program, String... arguments) {
        var command = new ArrayList<String>(new UnixSystem().getUid() == 0 ? List.of("unshare", "-U") : List.of());
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        var ran = ProgramResult.run(command);
        if (ran.failed() && ran.said().startsWith("unshare:")) {
            throw new BackendNotStarted(
                    "PostgreSQL does not run as root, and user namespaces, where it would, are not allowed here: "
                            + "be another user, or name a server of your own in ONCEWARD_POSTGRES_URL.");
        }
        return ran;
    }

    /// The last line that names an error, or everything if there is none.
    private static String why(String said) {
        var told = Pattern.compile("(?:FATAL|PANIC|error): +(.*)").matcher(said).results().toList();
        return told.isEmpty() ? said.strip() : told.getLast().group(1);
    }
}
