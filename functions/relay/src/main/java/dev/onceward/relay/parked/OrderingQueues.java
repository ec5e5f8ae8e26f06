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

/// Which ordering keys have parked events, and whose turn it is.
public final class OrderingQueues {
    public static final int MOST_DISBANDED = 10_000;

    /// Behind this lie all ordering keys.
    public static final UUID START = new UUID(0, 0);

    /// Of ten rows each.
    private static final int MOST_STEPS = 512;

    /// The first of each key, found by going from key to key: however many are queued behind it, they are not looked at.
    /// Ten rows a step, because most keys have few. Bounded by the number of steps, because there may be millions of keys:
    /// what lies behind the last step of a shard is for another statement.
    private static final String FIRST_OF_NEXT = """
            WITH RECURSIVE walked AS (
                SELECT lowest.*, 1 AS step
                  FROM unnest($2::int2[], $3::uuid[]) AS mine (shard, after)
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering_hash, event, state, true AS is_first, true AS is_last
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
                       SELECT shard, ordering_hash, event, state,
                              lag(ordering_hash) OVER stretch IS DISTINCT FROM ordering_hash AS is_first,
                              lead(ordering_hash) OVER stretch IS NULL AS is_last
                         FROM (SELECT shard, ordering_hash, n, event, state
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
                SELECT shard, ordering_hash, event, state, is_first, is_last AND step = $4 AS is_end FROM walked
            )""";

    /// The first of each of some keys, each in its shard.
    private static final String FIRST_OF_SOME = """
            WITH first AS (
                SELECT found.*, true AS is_first, false AS is_end
                  FROM unnest($2::int2[], $3::uuid[]) AS asked (shard, ordering_hash)
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering_hash, event, state
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = asked.shard
                          AND ordering_hash = asked.ordering_hash
                        ORDER BY n
                        LIMIT 1) AS found
            )""";

    /// The first of a key has its turn. Safe whoever asks: it is true of the table whatever happened. What somebody else is
    /// changing is left to the next time; waited for, the two could wait for each other. The state is not compared with
    /// `=`, or a plan could look for the event among all that are queued.
    private static final String TURNS = """
            , turning AS (
                SELECT parked.event
                  FROM first
                  JOIN onceward.parked
                    ON parked.subscription = $1
                   AND parked.event = first.event
                 WHERE first.is_first
                   AND first.state = 'queued'
                   AND parked.state IS NOT DISTINCT FROM first.state
                   FOR UPDATE OF parked SKIP LOCKED
            ), turned AS (
                UPDATE onceward.parked
                   SET state = 'waiting', next_at = now()
                 WHERE subscription = $1
                   AND event = ANY (ARRAY(SELECT event FROM turning))
            )
            SELECT shard, ordering_hash, is_first, is_end FROM first WHERE is_first OR is_end
            """;

    public static final String NEXT_KEYS = FIRST_OF_NEXT + TURNS;
    public static final String KEYS_OF = FIRST_OF_SOME + TURNS;

    /// Bounded, so that it does not lock many rows for long: whoever gets as many back asks again.
    private static final String DISBAND = """
            UPDATE onceward.parked
               SET state = 'waiting', next_at = now()
             WHERE subscription = $1
               AND event = ANY (ARRAY(
                       SELECT event
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = ANY ($2::int2[])
                          AND state = 'queued'
                        LIMIT $3
                          FOR UPDATE SKIP LOCKED))
            """;

    private final Database database;

    public OrderingQueues(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The next ordering keys that have parked events, a bounded number of them. The first of each that was queued has its
    /// turn from now on.
    ///
    /// @param after for each shard, behind which key
    public Uni<OrderingKeyPage> next(String subscription, Map<Short, UUID> after) {
        var shards = List.copyOf(after.entrySet());
        return database.query(NEXT_KEYS, new ArrayColumns()
                .value(subscription)
                .column(shards, Entry::getKey, Short[]::new)
                .column(shards, Entry::getValue, UUID[]::new)
                .value(steps(after.size()))
                .tuple()).map(OrderingQueues::page);
    }

    /// Which of some ordering keys have parked events. The first of each that was queued has its turn from now on.
    ///
    /// @param some each with the shard of its events
    public Uni<Set<UUID>> among(String subscription, Map<UUID, Short> some) {
        var asked = List.copyOf(some.entrySet());
        return database.query(KEYS_OF, new ArrayColumns()
                .value(subscription)
                .column(asked, Entry::getValue, Short[]::new)
                .column(asked, Entry::getKey, UUID[]::new)
                .tuple()).map(rows -> page(rows).keys());
    }

    /// Gives all that is queued its turn, up to so many: nothing has to wait for others of its key any more.
    ///
    /// @return how many
    public Uni<Integer> disband(String subscription, Set<Short> shards) {
        return database.query(DISBAND, Tuple.of(subscription, shards.toArray(Short[]::new), MOST_DISBANDED))
                .map(SqlResult::rowCount);
    }

    /// About 5,000 rows in all, at least two steps of each shard.
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
