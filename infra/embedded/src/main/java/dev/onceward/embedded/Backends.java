package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// PostgreSQL and Redis, for as long as this is open, or until the JVM ends.
public final class Backends implements AutoCloseable {
    private final Started started;
    private final Postgres postgres;
    private final Redis redis;

    private Backends(Started started, Path path) {
        this.started = started;
        Runtime.getRuntime().addShutdownHook(new Thread(started::end));
        try {
            var directory = started.start(() -> Directory.hold(path), Directory::release);
            postgres = started.start(() -> Postgres.in(directory.path()), Postgres::stop);
            redis = started.start(() -> Redis.in(directory.path()), Redis::stop);
        } catch (RuntimeException failed) {
            started.end();
            throw failed;
        }
    }

    /// With data in a new directory, which is deleted in the end.
    public static Backends temporary() {
        var started = new Started();
        return new Backends(started, started.start(Backends::make, Backends::delete));
    }

    /// With data in this directory, which are there again the next time.
    public static Backends in(Path data) {
        return new Backends(new Started(), data);
    }

    public Postgres postgres() {
        return postgres;
    }

    public Redis redis() {
        return redis;
    }

    @Override
    public void close() {
        started.end();
    }

    private static Path make() {
        try {
            return Files.createTempDirectory("onceward-");
        } catch (IOException failed) {
            throw new CannotStart("No temporary directory can be made", failed);
        }
    }

    private static void delete(Path directory) {
        try {
            Directory.delete(directory);
        } catch (IOException failed) {
            throw new CannotStart("The temporary directory " + directory + " can not be deleted", failed);
        }
    }
}
