package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A PostgreSQL and a Redis server. They run until this object is closed or the JVM ends.
public final class Backends implements AutoCloseable {
    private final StartedProcesses startedProcesses;
    private final Postgres postgres;
    private final Redis redis;

    private Backends(StartedProcesses startedProcesses, Path path) {
        this.startedProcesses = startedProcesses;
        Runtime.getRuntime().addShutdownHook(new Thread(startedProcesses::end));
        try {
            var directory = startedProcesses.start(() -> Directory.hold(path), Directory::release);
            postgres = startedProcesses.start(() -> Postgres.in(directory.path()), Postgres::stop);
            redis = startedProcesses.start(() -> Redis.in(directory.path()), Redis::stop);
        } catch (RuntimeException failed) {
            startedProcesses.end();
            throw failed;
        }
    }

    /// Starts the servers with their data in a new directory, which is deleted when they have ended.
    public static Backends temporary() {
        var startedProcesses = new StartedProcesses();
        return new Backends(startedProcesses, startedProcesses.start(Backends::make, Backends::delete));
    }

    /// Starts the servers with their data in this directory. The data stay there for the next start.
    public static Backends in(Path data) {
        return new Backends(new StartedProcesses(), data);
    }

    public Postgres postgres() {
        return postgres;
    }

    public Redis redis() {
        return redis;
    }

    @Override
    public void close() {
        startedProcesses.end();
    }

    private static Path make() {
        try {
            return Files.createTempDirectory("onceward-");
        } catch (IOException failed) {
            throw new BackendNotStarted("No temporary directory can be made", failed);
        }
    }

    private static void delete(Path directory) {
        try {
            Directory.delete(directory);
        } catch (IOException failed) {
            throw new BackendNotStarted("The temporary directory " + directory + " can not be deleted", failed);
        }
    }
}
