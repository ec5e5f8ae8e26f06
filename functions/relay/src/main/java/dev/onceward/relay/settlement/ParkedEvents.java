package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.EventRow;

/// Reads the parked events of a subscription that are due.
public final class ParkedEvents {
    /// Returns the events that are due and, if the subscription is ordered, behind each the blocked events of its key,
    /// up to a number of bytes. In an ordered subscription only the first event of a key counts as due, and its queue
    /// ends before an event that is not blocked, because that one waits for a time of its own or for an operator. Safe
    /// because the statement only reads, and only the owner of a shard's lease delivers or parks its events. Each event
    /// is looked up by itself, because PostgreSQL would plan for so many due events that it read the whole table.
    static final String DUE = """
            WITH head AS (
                SELECT n, event_id, event_at, shard, ordering_hash, attempts
                  FROM onceward.parked AS own
                 WHERE subscription = $1
                   AND state IN ('scheduled', 'in_flight')
                   AND next_at <= now()
                   AND shard = ANY ($2::int2[])
                   AND (NOT $3 OR ordering_hash IS NULL OR n = (
                            SELECT min(n)
                              FROM onceward.parked AS same
                             WHERE subscription = $1
                               AND same.shard = own.shard
                               AND same.ordering_hash = own.ordering_hash))
                 ORDER BY next_at
                 LIMIT $4
            ), line AS (
                SELECT n, event_id, event_at, shard, attempts FROM head
                UNION
                SELECT behind.n, behind.event_id, behind.event_at, behind.shard, behind.attempts
                  FROM head
                 CROSS JOIN LATERAL (
                       SELECT n, event_id, event_at, shard, attempts,
                              bool_and(state = 'blocked') OVER (ORDER BY n) AS is_blocked
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = head.shard
                          AND ordering_hash = head.ordering_hash
                          AND n > head.n
                        ORDER BY n
                        LIMIT $5) AS behind
                 WHERE $3 AND behind.is_blocked
            ), counted AS (
                SELECT line.n, line.shard AS place, line.attempts, event.*,
                       sum(octet_length(body)) OVER (ORDER BY line.n) - octet_length(body) AS before
                  FROM line
                 CROSS JOIN LATERAL (
                       SELECT *
                         FROM onceward.event
                        WHERE id = line.event_id
                          AND at = line.event_at
                        LIMIT 1) AS event
            )
            SELECT place, attempts, id, at, source, topic, type, ordering, ordering_group, headers, body, traceparent,
                   tracestate, correlation, causation
              FROM counted
             WHERE before < 16777216
             ORDER BY n
            """;

    private final Database database;

    public ParkedEvents(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Returns the events that are due, in the order in which they were parked.
    ///
    /// @param ordered whether the blocked events behind each are returned too
    public Uni<List<EventToDeliver>> due(String subscription, Set<Short> shards, boolean ordered, int heads,
            int behind) {
        return database.query(DUE, Tuple.of(subscription, shards.toArray(Short[]::new), ordered, heads, behind))
                .map(rows -> rows.stream().map(ParkedEvents::event).toList());
    }

    private static EventToDeliver event(Row row) {
        return EventToDeliver.ofParked(row.getShort("place"), EventRow.event(row), row.getInteger("attempts"));
    }
}
