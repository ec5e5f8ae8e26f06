package dev.onceward.parked;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.postgres.Database;

/// Which ordering keys have parked events, and whose turn it is.
public final class Turns {
    public static final int MOST_DISBANDED = 10_000;

    /// The first of each key, found by going from key to key: however many are queued behind it, they are not looked at.
    /// Ten rows a step, because most keys have few.
    private static final String FIRST_OF_ALL = """
            WITH RECURSIVE walked AS (
                SELECT lowest.*
                  FROM unnest($2::int2[]) AS mine (shard)
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering, event, state, true AS is_first, true AS is_last
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = mine.shard
                          AND ordering IS NOT NULL
                        ORDER BY ordering, n
                        LIMIT 1) AS lowest
                UNION ALL
                SELECT higher.*
                  FROM walked
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering, event, state,
                              lag(ordering) OVER stretch IS DISTINCT FROM ordering AS is_first,
                              lead(ordering) OVER stretch IS NULL AS is_last
                         FROM (SELECT shard, ordering, n, event, state
                                 FROM onceward.parked
                                WHERE subscription = $1
                                  AND shard = walked.shard
                                  AND ordering > walked.ordering
                                ORDER BY ordering, n
                                LIMIT 10) AS next
                       WINDOW stretch AS (ORDER BY ordering, n)) AS higher
                 WHERE walked.is_last
                   AND (higher.is_first OR higher.is_last)
            ), first AS (
                SELECT shard, ordering, event, state FROM walked WHERE is_first
            )""";

    /// The first of each of some keys.
    private static final String FIRST_OF_SOME = """
            WITH first AS (
                SELECT found.*
                  FROM unnest($3::text[]) AS asked (ordering)
                 CROSS JOIN LATERAL (
                       SELECT shard, ordering, event, state
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = ANY ($2::int2[])
                          AND ordering = asked.ordering
                        ORDER BY shard, n
                        LIMIT 1) AS found
            )""";

    /// The first of a key has its turn. Safe whoever asks: it is true of the table whatever happened. The state is not
    /// compared with `=`, or a plan could look for the event among all that are queued.
    private static final String TURNS = """
            , turned AS (
                UPDATE onceward.parked
                   SET state = 'waiting', next_at = now()
                  FROM first
                 WHERE first.state = 'queued'
                   AND parked.subscription = $1
                   AND parked.event = first.event
                   AND parked.state IS NOT DISTINCT FROM first.state
            )
            SELECT ordering FROM first
            """;

    static final String KEYS = FIRST_OF_ALL + TURNS;
    static final String KEYS_OF = FIRST_OF_SOME + TURNS;

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

    public Turns(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The ordering keys that have parked events. The first of each that was queued has its turn from now on.
    public Uni<Set<String>> keys(String subscription, Set<Short> shards) {
        return keys(KEYS, Tuple.of(subscription, shards.toArray(Short[]::new)));
    }

    /// Which of some ordering keys still have parked events, likewise.
    public Uni<Set<String>> keysOf(String subscription, Set<Short> shards, Set<String> some) {
        return keys(KEYS_OF, Tuple.of(subscription, shards.toArray(Short[]::new), some.toArray(String[]::new)));
    }

    /// Gives all that is queued its turn, up to so many: nothing has to wait for others of its key any more.
    ///
    /// @return how many
    public Uni<Integer> disband(String subscription, Set<Short> shards) {
        return database.query(DISBAND, Tuple.of(subscription, shards.toArray(Short[]::new), MOST_DISBANDED))
                .map(SqlResult::rowCount);
    }

    private Uni<Set<String>> keys(String sql, Tuple values) {
        return database.query(sql, values).map(rows -> {
            var keys = new HashSet<String>();
            rows.forEach(row -> keys.add(row.getString("ordering")));
            return keys;
        });
    }
}
