package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.parked.ParkedEvent;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.runtime.log.EventRow;

/// Holds events back, and settles pages.
public final class ParkedEvents {
    /// Those whose time has come, and behind each, if order is kept, the queue of its key; up to a number of bytes.
    /// Where order is kept, only the first of a key heads a line, and the line ends before what is not queued: that
    /// waits for a time of its own or for a person. Each event is looked up by itself, because a plan for any number of
    /// heads takes them for so many that it reads all there is.
    static final String DUE = """
            WITH head AS (
                SELECT n, event, at, shard, ordering_hash, state, attempts
                  FROM onceward.parked AS own
                 WHERE subscription = $1
                   AND state IN ('waiting', 'flying')
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
                SELECT n, event, at, shard, state, attempts FROM head
                UNION
                SELECT behind.n, behind.event, behind.at, behind.shard, behind.state, behind.attempts
                  FROM head
                 CROSS JOIN LATERAL (
                       SELECT n, event, at, shard, state, attempts,
                              bool_and(state = 'queued') OVER (ORDER BY n) AS queued
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = head.shard
                          AND ordering_hash = head.ordering_hash
                          AND n > head.n
                        ORDER BY n
                        LIMIT $5) AS behind
                 WHERE $3 AND behind.queued
            ), counted AS (
                SELECT line.n, line.shard AS place, line.state, line.attempts, event.*,
                       sum(octet_length(body)) OVER (ORDER BY line.n) - octet_length(body) AS before
                  FROM line
                 CROSS JOIN LATERAL (
                       SELECT *
                         FROM onceward.event
                        WHERE id = line.event
                          AND at = line.at
                        LIMIT 1) AS event
            )
            SELECT place, state, attempts, id, at, source, topic, type, ordering, ordering_group, headers, body,
                   traceparent, tracestate, correlation, causation
              FROM counted
             WHERE before < 16777216
             ORDER BY n
            """;

    /// Locks the cursors of the leases that still hold, in the order of the shards, as every statement does that locks
    /// several of them: two statements with different orders could wait for each other. After a crash of the server no lease
    /// holds under which was read before, because the incarnation is another. It names all the arrays of the places, because
    /// SETTLE and RECORD have the same parameters.
    private static final String LOCKED = """
            WITH locked AS (
                SELECT cursor.shard
                  FROM onceward.cursor
                  JOIN unnest($2::int2[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::text[],
                              $9::text[], $10::int8[], $11::int8[], $12::int8[], $33::text[])
                    AS lease (shard, generation, from_snapshot, from_next, from_low, from_high, to_snapshot, to_next,
                              to_low, to_high, after, incarnation)
                    ON cursor.shard = lease.shard
                   AND cursor.generation = lease.generation
                 WHERE cursor.subscription = $1
                   AND lease.incarnation = (SELECT onceward.server_incarnation())
                 ORDER BY cursor.shard
                   FOR UPDATE OF cursor
            )""";

    private static final String MOVED = """
            , mine AS (
                UPDATE onceward.cursor
                   SET from_snapshot = place.from_snapshot::pg_snapshot, from_next = place.from_next::xid8,
                       from_low = place.from_low, from_high = place.from_high,
                       to_snapshot = place.to_snapshot::pg_snapshot, to_next = place.to_next::xid8,
                       to_low = place.to_low, to_high = place.to_high, after = place.after
                  FROM unnest($2::int2[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::text[],
                              $9::text[], $10::int8[], $11::int8[], $12::int8[])
                    AS place (shard, generation, from_snapshot, from_next, from_low, from_high, to_snapshot, to_next,
                              to_low, to_high, after)
                 WHERE cursor.subscription = $1
                   AND cursor.shard = place.shard
                   AND cursor.generation = place.generation
                   AND cursor.shard IN (SELECT shard FROM locked)
                RETURNING cursor.shard
            )""";

    private static final String NOT_MOVED = """
            , mine AS (
                SELECT shard FROM locked
            )""";

    /// What was held back before is written only if it still is: an operator may have dropped it, and it does not come
    /// back.
    private static final String ROWS = """
            , gone AS (
                DELETE FROM onceward.parked
                 USING unnest($13::uuid[], $14::int2[]) AS delivered (event, shard)
                 WHERE parked.subscription = $1
                   AND parked.event = delivered.event
                   AND delivered.shard IN (SELECT shard FROM mine)
            ), parking AS (
                SELECT event, at, shard, ordering, state, attempts, now() + make_interval(secs => delay) AS next_at,
                       error, fresh, ordering_hash, i
                  FROM unnest($15::uuid[], $16::timestamptz[], $17::int2[], $18::text[], $19::text[], $20::int4[],
                              $21::float8[], $22::text[], $23::bool[], $32::uuid[]) WITH ORDINALITY
                    AS one (event, at, shard, ordering, state, attempts, delay, error, fresh, ordering_hash, i)
                 WHERE shard IN (SELECT shard FROM mine)
            ), again AS (
                UPDATE onceward.parked
                   SET state = parking.state, attempts = parking.attempts, next_at = parking.next_at,
                       error = parking.error
                  FROM parking
                 WHERE NOT parking.fresh
                   AND parked.subscription = $1
                   AND parked.event = parking.event
            ), held AS (
                INSERT INTO onceward.parked (subscription, event, at, shard, ordering, state, attempts, next_at, error,
                                             ordering_hash)
                SELECT $1, event, at, shard, ordering, state, attempts, next_at, error, ordering_hash
                  FROM parking
                 WHERE fresh
                 ORDER BY i
                    ON CONFLICT (subscription, event) DO UPDATE
                   SET state = excluded.state, attempts = excluded.attempts, next_at = excluded.next_at,
                       error = excluded.error
            ), tried AS (
                INSERT INTO onceward.attempt (subscription, event, attempt, outcome, millis, status, error, answer)
                SELECT $1, event, attempt, outcome, millis, status, error, answer
                  FROM unnest($24::uuid[], $25::int2[], $26::int4[], $27::text[], $28::int4[], $29::int4[],
                              $30::text[], $31::text[])
                    AS try (event, shard, attempt, outcome, millis, status, error, answer)
                 WHERE shard IN (SELECT shard FROM mine)
            )
            SELECT shard FROM mine
            """;

    /// Settles a page in one statement. Safe because everything hangs on the cursors' update: a shard whose generation
    /// is another by now takes nothing along with it, and the rows of a lease that holds wait for this to commit.
    private static final String SETTLE = LOCKED + MOVED + ROWS;

    /// Writes rows of a page and leaves the cursors where they are. Safe because it asks for the same generations.
    private static final String RECORD = LOCKED + NOT_MOVED + ROWS;

    private final Database database;

    public ParkedEvents(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Those whose turn it is, in the order in which they were parked.
    ///
    /// @param ordered whether the queue behind each is wanted
    public Uni<List<ParkedEvent>> due(String subscription, Set<Short> shards, boolean ordered, int heads, int behind) {
        return database.query(DUE, Tuple.of(subscription, shards.toArray(Short[]::new), ordered, heads, behind))
                .map(ParkedEvents::parked);
    }

    /// In one statement, unless PostgreSQL refuses a row.
    public Uni<SettlementResult> settle(String subscription, Settlement settlement) {
        return write(SETTLE, subscription, settlement).map(SettlementResult::whole)
                .onFailure(RefusedRow::isRefusal)
                .recoverWithUni(_ -> new SettleInParts(part -> write(RECORD, subscription, part),
                        part -> write(SETTLE, subscription, part)).settle(settlement));
    }

    /// @return the shards whose lease holds
    private Uni<Set<Short>> write(String sql, String subscription, Settlement settlement) {
        return database.query(sql, SettlementColumns.of(subscription, settlement)).map(rows -> {
            var shards = new HashSet<Short>();
            rows.forEach(row -> shards.add(row.getShort("shard")));
            return shards;
        });
    }

    private static List<ParkedEvent> parked(RowSet<Row> rows) {
        var parked = new ArrayList<ParkedEvent>(rows.size());
        rows.forEach(row -> parked.add(new ParkedEvent(row.getShort("place"), ParkedState.of(row.getString("state")),
                row.getInteger("attempts"), EventRow.event(row))));
        return parked;
    }
}
