package dev.onceward.relay.view;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;

/// Reads the recorded attempts to deliver an event.
public final class ListAttempts {

    /// Safe because it only reads, and no more rows than the caller's limit.
    private static final String LIST = """
            SELECT at, attempt, outcome, duration_ms, status, error, answer
              FROM onceward.attempt
             WHERE event_id = $2
               AND subscription = $1
             ORDER BY at DESC
             LIMIT $3
            """;

    private final Database database;

    public ListAttempts(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The latest attempt comes first.
    public Uni<List<RecordedAttempt>> of(String subscription, UUID event, int most) {
        return database.query(LIST, Tuple.of(subscription, event, most))
                .map(rows -> rows.stream().map(ListAttempts::attempt).toList());
    }

    private static RecordedAttempt attempt(Row row) {
        return new RecordedAttempt(row.getOffsetDateTime("at").toInstant(), row.getInteger("attempt"),
                row.getString("outcome"), Duration.ofMillis(row.getInteger("duration_ms")), row.getInteger("status"),
                row.getString("error"), row.getString("answer"));
    }
}
