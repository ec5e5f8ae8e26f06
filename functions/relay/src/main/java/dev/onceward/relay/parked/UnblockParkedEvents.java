package dev.onceward.relay.parked;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.UUID;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;

/// Finds the ordering keys that have parked events, and makes the first blocked event of each key due.
public final class UnblockParkedEvents {
    public static final int MOST_UNBLOCKED = 10_000;

    /// All ordering keys come after this one.
    public static final UUID START = new UUID(0, 0);

    /// The most steps of a statement, of ten rows each.
    private static final int MOST_STEPS = 512;

    /// Returns the first event of the next ordering keys after given ones (`$2` to `$4`), and of named keys (`$5`,
    /// `$6`). If the event was blocked, it becomes due.
    ///
    /// Safe for any caller: that an event is the first of its key is true whoever asks. Rows that somebody else is
    /// changing are left to the next call, because waiting for them could deadlock. The state is not compared with `=`,
    /// or a plan could look for the event among all blocked ones.
    ///
    /// The statement goes from key to key, so it does not read the events that are blocked behind a first one. A step
    /// reads ten rows, because most keys have few events. The number of steps is bounded, because there may be millions
    /// of keys; the next statement continues after the last step of a shard.
    public static final String FIRST_EVENTS = """
            WITH RECURSIVE walked AS (
                SELECT lowest.*, 1 AS step
                  FROM unnest($2::int2[], $3::uuid[]) AS mine (shard, after)
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering_hash, event_id, state, true AS is_first, true AS is_last
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = mine.shard
                          AND ordering_hash > mine.after
                        ORDER BY ordering_hash, n
                        LIMIT 1) AS lowest
                UNION ALL
                SELECT higher.*, walked.step + 1
                  FROM walked
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering_hash, event_id, state,
                              lag(ordering_hash) OVER stretch IS DISTINCT FROM ordering_hash AS is_first,
                              lead(ordering_hash) OVER stretch IS NULL AS is_last
                         FROM (SELECT shard, ordering_hash, n, event_id, state
                                 FROM onceward.parked
                                WHERE subscription = $1
                                  AND shard = walked.shard
                                  AND ordering_hash > walked.ordering_hash
                                ORDER BY ordering_hash, n
                                LIMIT 10) AS next
                       WINDOW stretch AS (ORDER BY ordering_hash, n)) AS higher
                 WHERE walked.is_last
                   AND walked.step < $4
                   AND (higher.is_first OR higher.is_last)
            ), first AS (
                SELECT shard, ordering_hash, event_id, state, is_first, is_last AND step = $4 AS is_end
                  FROM walked
                UNION ALL
                SELECT found.shard, found.ordering_hash, found.event_id, found.state, true, false
                  FROM unnest($5::int2[], $6::uuid[]) AS named (shard, ordering_hash)
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering_hash, event_id, state
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = named.shard
                          AND ordering_hash = named.ordering_hash
                        ORDER BY n
                        LIMIT 1) AS found
            ), turning AS (
                SELECT parked.event_id
                  FROM first
                  JOIN onceward.parked
                    ON parked.subscription = $1
                   AND parked.event_id = first.event_id
                 WHERE first.is_first
                   AND first.state = 'blocked'
                   AND parked.state IS NOT DISTINCT FROM first.state
                   FOR UPDATE OF parked SKIP LOCKED
            ), turned AS (
                UPDATE onceward.parked
                   SET state = 'scheduled', next_at = now()
                 WHERE subscription = $1
                   AND event_id = ANY (ARRAY(SELECT event_id FROM turning))
            )
            SELECT shard, ordering_hash, is_first, is_end
              FROM first
             WHERE is_first OR is_end
            """;

    /// Makes blocked events due. Safe because the caller holds the leases of the shards, and because rows that somebody
    /// else is changing are skipped. Bounded, so that it does not lock many rows for long: a caller that gets the full
    /// number back calls again.
    private static final String UNBLOCK = """
            UPDATE onceward.parked
               SET state = 'scheduled', next_at = now()
             WHERE subscription = $1
               AND event_id = ANY (ARRAY(
                       SELECT event_id
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = ANY ($2::int2[])
                          AND state = 'blocked'
                        LIMIT $3
                          FOR UPDATE SKIP LOCKED))
            """;

    private final Database database;

    public UnblockParkedEvents(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Returns the next ordering keys that have parked events, a bounded number of them. If the first event of a key
    /// was blocked, it becomes due.
    ///
    /// @param after for each shard, the key after which to continue
    public Uni<OrderingKeyPage> next(String subscription, Map<Short, UUID> after) {
        return database.query(FIRST_EVENTS, values(subscription, after, Map.of())).map(UnblockParkedEvents::page);
    }

    /// Returns which of these ordering keys have parked events. If the first event of a key was blocked, it becomes
    /// due.
    ///
    /// @param some each key with the shard of its events
    public Uni<Set<UUID>> among(String subscription, Map<UUID, Short> some) {
        return database.query(FIRST_EVENTS, values(subscription, Map.of(), some)).map(rows -> page(rows).keys());
    }

    private static Tuple values(String subscription, Map<Short, UUID> after, Map<UUID, Short> named) {
        var shards = List.copyOf(after.entrySet());
        var keys = List.copyOf(named.entrySet());
        return new ArrayColumns()
                .value(subscription)
                .column(shards, Entry::getKey, Short[]::new)
                .column(shards, Entry::getValue, UUID[]::new)
                .value(steps(after.size()))
                .column(keys, Entry::getValue, Short[]::new)
                .column(keys, Entry::getKey, UUID[]::new)
                .tuple();
    }

    /// Makes blocked events due, up to a limit, because the subscription is no longer ordered.
    ///
    /// @return how many became due
    public Uni<Integer> unblockAll(String subscription, Set<Short> shards) {
        return database.query(UNBLOCK, Tuple.of(subscription, shards.toArray(Short[]::new), MOST_UNBLOCKED))
                .map(SqlResult::rowCount);
    }

    /// Allows about 5,000 rows in all, and at least two steps for each shard.
    static int steps(int shards) {
        return Math.max(2, MOST_STEPS / Math.max(1, shards));
    }

    private static OrderingKeyPage page(RowSet<Row> rows) {
        var keys = new HashSet<UUID>();
        var rest = new HashMap<Short, UUID>();
        for (var row : rows) {
            if (row.getBoolean("is_first")) {
                keys.add(row.getUUID("ordering_hash"));
            }
            if (row.getBoolean("is_end")) {
                rest.put(row.getShort("shard"), row.getUUID("ordering_hash"));
            }
        }
        return new OrderingKeyPage(keys, rest);
    }
}
