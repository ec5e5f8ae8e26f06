package dev.onceward.relay.view;

import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.window.EventFilter;

/// Reads the status of a subscription.
public final class ReadSubscriptionStatus {

    /// Safe because it only reads, and reads at most 20,000 events of the log, from the cursor that has read least, and
    /// 10,000 parked events of each state. If the log goes on after those events, the lag is the age of the oldest of
    /// them.
    static final String STATUS = """
            WITH ahead AS (
                SELECT seq, tx, shard, at,
                       ($2::text IS NULL OR topic ~ $2)
                           AND ($3::text IS NULL OR type ~ $3)
                           AND ($4::text IS NULL OR headers @> $4::text::jsonb) AS wanted
                  FROM onceward.event
                 WHERE seq > (SELECT min(coalesce(after_seq, from_low)) FROM onceward.cursor WHERE subscription = $1)
                 ORDER BY seq
                 LIMIT 20000
            ), unread AS (
                SELECT ahead.at
                  FROM onceward.cursor
                  JOIN ahead USING (shard)
                 WHERE cursor.subscription = $1
                   AND wanted
                   AND NOT pg_visible_in_snapshot(tx, from_snapshot)
                   AND (to_snapshot IS NULL OR NOT (pg_visible_in_snapshot(tx, to_snapshot) AND seq <= after_seq))
            ), late AS (
                SELECT min(at) AS since FROM unread
                UNION ALL
                SELECT min(at) FROM ahead HAVING count(*) = 20000
            ), parked_by_state AS (
                SELECT state, events, since
                  FROM unnest(ARRAY['scheduled', 'blocked', 'in_flight', 'dead']) AS each (state)
                 CROSS JOIN LATERAL (
                       SELECT count(*) AS events, min(event_at) AS since
                         FROM (SELECT event_at
                                 FROM onceward.parked
                                WHERE subscription = $1 AND parked.state = each.state
                                ORDER BY n
                                LIMIT 10000) AS first) AS counted
                 WHERE events > 0
            )
            SELECT paused_by, pause_reason,
                   (SELECT count(*) FROM unread) AS lag_events,
                   coalesce(extract(epoch FROM now() - least((SELECT min(since) FROM late),
                                                             (SELECT min(since) FROM parked_by_state WHERE state <> 'dead'))),
                            0)::float8 AS lag_seconds,
                   (SELECT jsonb_object_agg(state, events) FROM parked_by_state) AS parked,
                   (SELECT count(*)::integer
                      FROM onceward.cursor
                     WHERE subscription = $1 AND lease_until > now()) AS leased
              FROM onceward.subscription
             WHERE name = $1
            """;

    private final Database database;

    public ReadSubscriptionStatus(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    public Uni<Optional<SubscriptionStatus>> of(String subscription, EventFilter eventFilter) {
        return database.query(STATUS, new ArrayColumns()
                .value(subscription)
                .value(eventFilter.topicPattern())
                .value(eventFilter.typePattern())
                .value(eventFilter.headers().isEmpty() ? null : Json.encode(eventFilter.headers()))
                .tuple())
                .map(rows -> rows.size() == 0 ? Optional.empty() : Optional.of(status(rows.iterator().next())));
    }

    private static SubscriptionStatus status(Row row) {
        var parked = new TreeMap<String, Long>();
        var counts = row.getJsonObject("parked");
        if (counts != null) {
            counts.forEach(count -> parked.put(count.getKey(), ((Number) count.getValue()).longValue()));
        }
        return new SubscriptionStatus(row.getString("paused_by"), row.getString("pause_reason"),
                row.getLong("lag_events"),
                Duration.ofMillis((long) (row.getDouble("lag_seconds") * 1000)), parked, row.getInteger("leased"));
    }
}
