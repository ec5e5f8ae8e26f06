package dev.onceward.relay.edge;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;

/// Reads the edges at which a cursor can begin.
public final class ReadEdges {

    /// Reads the end of the log. Safe because the function reads snapshot and end at one moment.
    private static final String EDGE = """
            SELECT snapshot::text, next::text::int8, low, high
              FROM onceward.current_edge()
            """;

    /// Reads the last edge recorded before a time. Safe because a recorded edge shows nothing that was committed after
    /// it was recorded.
    private static final String AT_TIME = """
            SELECT snapshot::text, next::text::int8, low, high
              FROM onceward.recorded_edge
             WHERE at <= $1
             ORDER BY n DESC
             LIMIT 1
            """;

    /// Reads the last edge before an event. Safe because the transaction that appended the event had not begun when the
    /// edge was recorded.
    private static final String BEFORE_EVENT = """
            SELECT recorded.snapshot::text, recorded.next::text::int8, recorded.low, recorded.high
              FROM onceward.event
              LEFT JOIN LATERAL (SELECT *
                                   FROM onceward.recorded_edge
                                  WHERE next <= event.tx
                                  ORDER BY next DESC, n DESC
                                  LIMIT 1) AS recorded ON true
             WHERE event.id = $1
            """;

    private final Database database;

    public ReadEdges(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The present end of the log.
    public Uni<WindowEdge> now() {
        return database.query(EDGE).map(rows -> edge(rows.iterator().next()));
    }

    /// The present end of the log, read over a connection in whose transaction nothing was written yet.
    public static Uni<WindowEdge> now(SqlConnection connection) {
        return connection.preparedQuery(EDGE).execute().map(rows -> edge(rows.iterator().next()));
    }

    /// The last edge that was recorded before a time, or the beginning of the log.
    public Uni<WindowEdge> at(Instant time) {
        return database.query(AT_TIME, Tuple.of(time.atOffset(ZoneOffset.UTC)))
                .map(rows -> first(rows).map(ReadEdges::edge).orElse(WindowEdge.EARLIEST));
    }

    /// The last edge that does not show an event; empty if there is no such event.
    public Uni<Optional<WindowEdge>> before(UUID event) {
        return database.query(BEFORE_EVENT, Tuple.of(event))
                .map(rows -> first(rows)
                        .map(row -> row.getString("snapshot") == null ? WindowEdge.EARLIEST : edge(row)));
    }

    public static WindowEdge edge(Row row) {
        return new WindowEdge(Snapshot.of(row.getString("snapshot")), row.getLong("next"), row.getLong("low"),
                row.getLong("high"));
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        var each = rows.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
