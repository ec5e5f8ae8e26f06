package dev.onceward.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;

/// Makes sure that what is measured waits for the disk. A figure without fsync would say nothing.
final class Durability {
    private static final String SETTINGS = """
            SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
                   current_setting('server_version') AS version, current_setting('data_directory') AS directory
            """;

    private Durability() {}

    static String of(Vertx vertx, String url) {
        return Await.result(PgConnection.connect(vertx, PgConnectOptions.fromUri(url))
                .compose(connection -> connection.query(SETTINGS).execute()
                        .map(rows -> checked(rows.iterator().next()))
                        .eventually(() -> connection.close())));
    }

    private static String checked(Row row) {
        if (!"on".equals(row.getString("fsync")) || !"on".equals(row.getString("commit"))) {
            throw new IllegalStateException("PostgreSQL does not wait for the disk: " + row.toJson());
        }
        return "PostgreSQL %s, fsync on, on %s".formatted(row.getString("version"), disk(row.getString("directory")));
    }

    private static String disk(String directory) {
        try {
            return Files.getFileStore(Path.of(directory)).type();
        } catch (IOException unknown) {
            return "an unknown file system";
        }
    }
}
