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

/// Where a cursor can begin to read.
public final class Edges {

    /// Safe because the function reads the snapshot and the end of the log at one moment.
    private static final String EDGE = """
            SELECT snapshot::text, next::text::int8, low, high
              FROM onceward.current_edge()
            """;

    /// Safe because a recorded edge shows nothing that was committed after it was recorded.
    private static final String AT_TIME = """
            SELECT snapshot::text, next::text::int8, low, high
              FROM onceward.recorded_edge
             WHERE at <= $1
             ORDER BY n DESC
             LIMIT 1
            """;

    /// Safe because the transaction that appended the event had not begun when the edge was recorded.
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

    public Edges(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The edge of now.
    public Uni<Edge> now() {
        return database.query(EDGE).map(rows -> edge(rows.iterator().next()));
    }

    /// The same over a connection of the caller's, in whose transaction nothing was written yet.
    public static Uni<Edge> now(SqlConnection connection) {
        return connection.preparedQuery(EDGE).execute().map(rows -> edge(rows.iterator().next()));
    }

    /// The last edge that was left behind before a time, or the beginning.
    public Uni<Edge> at(Instant time) {
        return database.query(AT_TIME, Tuple.of(time.atOffset(ZoneOffset.UTC)))
                .map(rows -> first(rows).map(Edges::edge).orElse(Edge.EARLIEST));
    }

    /// The last edge that does not show an event; nothing if there is no such event.
    public Uni<Optional<Edge>> before(UUID event) {
        return database.query(BEFORE_EVENT, Tuple.of(event))
                .map(rows -> first(rows).map(row -> row.getString("snapshot") == null ? Edge.EARLIEST : edge(row)));
    }

    public static Edge edge(Row row) {
        return new Edge(Snapshot.of(row.getString("snapshot")), row.getLong("next"), row.getLong("low"),
                row.getLong("high"));
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        var each = rows.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
