package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.sun.security.auth.module.UnixSystem;

/// A PostgreSQL server on a port and a directory of its own. It keeps both over [#stop()], [#kill()] and [#start()],
/// and answers a commit only when it is on the disk.
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

    /// Starts the server whose data are in this directory, or makes them.
    static Postgres in(Path directory) {
        var postgres = new Postgres(directory);
        postgres.stop();
        postgres.start();
        return postgres;
    }

    /// As the functions take it.
    public String url() {
        return "postgresql://postgres@localhost:" + port + "/postgres";
    }

    /// The process to which all others of this server belong.
    public long pid() {
        return pidFile.process().orElseThrow(() -> new IllegalStateException("PostgreSQL is not running.")).pid();
    }

    /// Starts the server, unless it runs.
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

    /// Breaks off what clients do, writes all to the disk, and ends. Does nothing if the server does not run.
    public void stop() {
        if (pidFile.process().isPresent()) {
            var _ = run("pg_ctl", "stop", "-D", data.toString(), "-m", "fast", "-W");
            if (!pidFile.gone(PATIENCE)) {
                pidFile.kill();
            }
        }
    }

    /// SIGKILL for every process of the server.
    public void kill() {
        pidFile.kill();
    }

    /// In another place first, so that what was broken off half way is not taken for a database.
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

    /// A killed server leaves its pid file behind, and PostgreSQL stops at it if the number is in use: by another
    /// program, as happens where pids start anew with each container, or by the dead itself, while nobody has looked.
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

    /// The processes of a server that was killed outlive it for a moment, and no new one starts next to them.
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

    /// PostgreSQL refuses to be root. In a user namespace of its own it does not see that it is.
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

    /// The line that tells most.
    private static String why(String said) {
        var told = Pattern.compile("(?:FATAL|PANIC|error): +(.*)").matcher(said).results().toList();
        return told.isEmpty() ? said.strip() : told.getLast().group(1);
    }
}
