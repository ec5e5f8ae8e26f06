package dev.onceward.relay.view;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.operate.ParkedFilter;

/// Lists parked events.
public final class ListParked {
    /// Safe because it only reads, and returns no more rows than the caller's limit.
    private static final String LIST = """
            SELECT event_id, state, ordering, attempts, parked_at, next_at, error
              FROM onceward.parked
             WHERE subscription = $1
               AND ($2::uuid IS NULL OR event_id = $2)
               AND ($3::text IS NULL OR state = $3)
               AND ($4::text IS NULL OR ordering = $4)
               AND ($5::text IS NULL OR position($5 IN error) > 0)
               AND ($6::timestamptz IS NULL OR parked_at < $6)
             ORDER BY n
             LIMIT $7
            """;

    private final Database database;

    public ListParked(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Returns the first selected events, in the order in which they were parked.
    public Uni<List<ParkedEventView>> list(String subscription, ParkedFilter parkedFilter, int most) {
        var before = parkedFilter.before();
        return database.query(LIST, new ArrayColumns()
                .value(subscription)
                .value(parkedFilter.event())
                .value(parkedFilter.state())
                .value(parkedFilter.ordering())
                .value(parkedFilter.error())
                .value(before == null ? null : before.atOffset(ZoneOffset.UTC))
                .value(most)
                .tuple()).map(rows -> {
                    var held = new ArrayList<ParkedEventView>(rows.size());
                    rows.forEach(row -> held.add(event(row)));
                    return held;
                });
    }

    private static ParkedEventView event(Row row) {
        return new ParkedEventView(row.getUUID("event_id"), row.getString("state"), row.getString("ordering"),
                row.getInteger("attempts"), row.getOffsetDateTime("parked_at").toInstant(),
                row.getOffsetDateTime("next_at").toInstant(), row.getString("error"));
    }
}
