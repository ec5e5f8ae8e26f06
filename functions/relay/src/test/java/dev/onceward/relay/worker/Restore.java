package dev.onceward.relay.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import dev.onceward.sql.Migrate;
import dev.onceward.testing.RequireProgram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// How a log comes from one cluster into another.
enum Restore {
    /// The schema and the rows, as `pg_dump` writes them and `psql` reads them.
    DUMP,
    /// The rows alone, table by table and without the sequences, as logical replication copies them.
    TABLES;

    private static final String PROGRAMS = "ONCEWARD_TEST_POSTGRES_PROGRAMS";
    private static final Map<String, String> COPIED = Map.of(
            "cluster_identity", "system_identifier, shift, written, since",
            "incarnation", "is_only_row, id, system_identifier, written",
            "subscription", "name, created_at, last_configured_at, paused_at, paused_by, pause_reason",
            "event", "at, tx, seq, shard, id, source, topic, headers, body",
            "recorded_edge", "n, at, snapshot, next, low, high");
    private static final String CURSOR = "subscription, shard, generation, owner, lease_until, from_snapshot, from_next, "
            + "from_low, from_high, to_snapshot, to_next, to_low, to_high, after_seq";

    void copy(LogDatabase old, LogDatabase fresh) {
        switch (this) {
            case DUMP -> dump(old, fresh);
            case TABLES -> copyTables(old, fresh);
        }
    }

    private static void dump(LogDatabase old, LogDatabase fresh) {
        var directory = System.getenv(PROGRAMS);
        RequireProgram.needs("pg_dump of the server's version, in a directory that " + PROGRAMS + " names,",
                directory != null);
        try {
            var file = Files.createTempFile("onceward-", ".sql");
            run(Path.of(String.valueOf(directory), "pg_dump").toString(), "--dbname=" + old.url(), "--file=" + file);
            run(Path.of(String.valueOf(directory), "psql").toString(), "--dbname=" + fresh.url(), "--quiet",
                    "--set=ON_ERROR_STOP=1", "--file=" + file);
            Files.delete(file);
        } catch (IOException failed) {
            throw new IllegalStateException("no dump can be written", failed);
        }
    }

    private static void run(String... command) throws IOException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.onExit().join().exitValue()).as(output).isZero();
    }

    private static void copyTables(LogDatabase old, LogDatabase fresh) {
        Migrate.run(fresh.url());
        fresh.sql().execute("DELETE FROM onceward.recorded_edge WHERE n IN (%s)".formatted(
                old.sql().query("SELECT string_agg(n::text, ',') FROM onceward.recorded_edge")));
        COPIED.forEach((table, columns) -> copyTable(old, fresh, table, columns));
        copyTable(old, fresh, "cursor", CURSOR);
    }

    private static void copyTable(LogDatabase old, LogDatabase fresh, String table, String columns) {
        var rows = old.sql().query("SELECT coalesce(array_agg(row), '{}') FROM onceward.%s AS row".formatted(table));
        fresh.sql().execute(
                "INSERT INTO onceward.%s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM unnest($rows$%s$rows$::onceward.%s[])"
                        .formatted(table, columns, columns, rows, table));
    }
}
