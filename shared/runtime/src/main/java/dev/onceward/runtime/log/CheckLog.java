package dev.onceward.runtime.log;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;

import dev.onceward.internal.postgres.Database;

/// Checks whether the log can be written and read: PostgreSQL answers, and there is a partition for today.
public final class CheckLog {
    public static final String READY = "ready";

    private static final String TODAY = """
            SELECT to_regclass('onceward.event') IS NOT NULL AS migrated,
                   to_regclass('onceward.event_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD')) IS NOT NULL AS today,
                   current_setting('synchronous_commit') <> 'off' AS durable
            """;

    private final Database database;

    public CheckLog(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    public Uni<LogStatus> look() {
        return database.query(TODAY)
                .map(rows -> rows.iterator().next())
                .map(row -> new LogStatus(postgres(row), row.getBoolean("durable")))
                .onFailure().recoverWithItem(new LogStatus("unreachable", true));
    }

    private static String postgres(Row row) {
        if (!row.getBoolean("migrated")) {
            return "the schema onceward is missing: run the migrations";
        }
        return row.getBoolean("today") ? READY : "no partition for today yet";
    }
}
