package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.internal.postgres.Database;

/// Writes the results of a page in one statement.
public final class WriteSettlement {
    /// Settles a page; with `$34` false it writes only rows and leaves the cursors where they are. Safe because all
    /// rows depend on leases that still hold: a shard whose generation has changed takes no rows, and the rows of a
    /// lease that holds are committed together with its cursor. After a crash of the server no earlier lease holds,
    /// because the incarnation is another. Cursors are locked in the order of the shards, as by all statements that
    /// lock several, so that no two statements wait for each other. A change of a parked event is written only if its
    /// row still exists: an operator may have dropped it, and it does not come back.
    private static final String SETTLE = """
            WITH locked AS (
                SELECT cursor.shard
                  FROM onceward.cursor
                  JOIN unnest($2::int2[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::text[],
                              $9::text[], $10::int8[], $11::int8[], $12::int8[], $13::text[])
                    AS lease (shard, generation, from_snapshot, from_next, from_low, from_high, to_snapshot, to_next,
                              to_low, to_high, after_seq, incarnation)
                    ON cursor.shard = lease.shard
                   AND cursor.generation = lease.generation
                 WHERE cursor.subscription = $1
                   AND lease.incarnation = (SELECT onceward.server_incarnation())
                 ORDER BY cursor.shard
                   FOR UPDATE OF cursor
            ), moved AS (
                UPDATE onceward.cursor
                   SET from_snapshot = place.from_snapshot::pg_snapshot, from_next = place.from_next::xid8,
                       from_low = place.from_low, from_high = place.from_high,
                       to_snapshot = place.to_snapshot::pg_snapshot, to_next = place.to_next::xid8,
                       to_low = place.to_low, to_high = place.to_high, after_seq = place.after_seq
                  FROM unnest($2::int2[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::text[],
                              $9::text[], $10::int8[], $11::int8[], $12::int8[])
                    AS place (shard, generation, from_snapshot, from_next, from_low, from_high, to_snapshot, to_next,
                              to_low, to_high, after_seq)
                 WHERE $34
                   AND cursor.subscription = $1
                   AND cursor.shard = place.shard
                   AND cursor.generation = place.generation
                   AND cursor.shard IN (SELECT shard FROM locked)
                RETURNING cursor.shard
            ), mine AS (
                SELECT shard
                  FROM moved
                UNION ALL
                SELECT shard
                  FROM locked
                 WHERE NOT $34
            ), gone AS (
                DELETE FROM onceward.parked
                 USING unnest($14::uuid[], $15::int2[]) AS delivered (event_id, shard)
                 WHERE parked.subscription = $1
                   AND parked.event_id = delivered.event_id
                   AND delivered.shard IN (SELECT shard FROM mine)
            ), parking AS (
                SELECT event_id, event_at, shard, ordering, state, attempts, now() + make_interval(secs => delay) AS next_at,
                       error, fresh, ordering_hash, i
                  FROM unnest($16::uuid[], $17::timestamptz[], $18::int2[], $19::text[], $20::uuid[], $21::text[],
                              $22::int4[], $23::float8[], $24::text[], $25::bool[]) WITH ORDINALITY
                    AS one (event_id, event_at, shard, ordering, ordering_hash, state, attempts, delay, error, fresh, i)
                 WHERE shard IN (SELECT shard FROM mine)
            ), again AS (
                UPDATE onceward.parked
                   SET state = parking.state, attempts = parking.attempts, next_at = parking.next_at,
                       error = parking.error
                  FROM parking
                 WHERE NOT parking.fresh
                   AND parked.subscription = $1
                   AND parked.event_id = parking.event_id
            ), held AS (
                INSERT INTO onceward.parked (subscription, event_id, event_at, shard, ordering, state, attempts, next_at, error,
                                             ordering_hash)
                SELECT $1, event_id, event_at, shard, ordering, state, attempts, next_at, error, ordering_hash
                  FROM parking
                 WHERE fresh
                 ORDER BY i
                    ON CONFLICT (subscription, event_id) DO UPDATE
                   SET state = excluded.state, attempts = excluded.attempts, next_at = excluded.next_at,
                       error = excluded.error
            ), tried AS (
                INSERT INTO onceward.attempt (subscription, event_id, attempt, outcome, duration_ms, status, error, answer)
                SELECT $1, event_id, attempt, outcome, duration_ms, status, error, answer
                  FROM unnest($26::uuid[], $27::int2[], $28::int4[], $29::text[], $30::int4[], $31::int4[],
                              $32::text[], $33::text[])
                    AS try (event_id, shard, attempt, outcome, duration_ms, status, error, answer)
                 WHERE shard IN (SELECT shard FROM mine)
            )
            SELECT shard
              FROM mine
            """;

    private final Database database;

    public WriteSettlement(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Settles a page in one statement, or in parts if PostgreSQL refuses a row.
    public Uni<SettlementResult> settle(String subscription, Settlement settlement) {
        return write(subscription, settlement, true).map(SettlementResult::complete)
                .onFailure(RefusedRow::isRefusal)
                .recoverWithUni(_ -> new SettleInParts(part -> write(subscription, part, false),
                        part -> write(subscription, part, true)).settle(settlement));
    }

    /// @param moves whether the cursors are written too
    /// @return the shards whose lease holds
    private Uni<Set<Short>> write(String subscription, Settlement settlement, boolean moves) {
        return database.query(SETTLE, SettlementColumns.of(subscription, settlement, moves))
                .map(rows -> rows.stream().map(row -> row.getShort("shard")).collect(Collectors.toSet()));
    }
}
