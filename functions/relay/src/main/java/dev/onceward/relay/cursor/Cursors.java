package dev.onceward.relay.cursor;

import java.time.Duration;
import java.util.Collection;
import java.util.UUID;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.event.Shard;
import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;

/// The leases of shards, and the places of the cursors that are leased. Time is the database's.
public final class Cursors {

    /// Asked for after a crash. Safe because one row wins if several relays ask at once, and each then reads it when it
    /// is committed.
    private static final String MAKE_INCARNATION = """
            SELECT onceward.current_incarnation()
            """;

    /// Renews what is held and takes what is free, up to an equal share of the `$8` shards. Safe because a lease changes
    /// hands only after its time, by the database's clock, and then with another generation; rows that others are taking
    /// are skipped. Who asks may take back what it has itself, if it knows of nothing under way any more that it began
    /// with it. Whoever pauses the subscription meanwhile is waited for, because it is the subscription's row that is
    /// updated first. That also says that it is configured, however long a relay runs. Nothing is kept or taken without
    /// the incarnation of the server, and nothing in a log that was restored from another cluster. What is renewed is
    /// locked in the order of the shards, as everybody locks cursors, so that no two statements wait for each other.
    private static final String HOLD = """
            WITH server AS (
                SELECT onceward.server_incarnation() AS incarnation, onceward.is_restored() AS is_restored
            ), open AS (
                UPDATE onceward.subscription
                   SET last_configured_at = now()
                 WHERE name = $1
                RETURNING paused_at IS NULL AND NOT (SELECT is_restored FROM server) AS is_open
            ), beat AS (
                INSERT INTO onceward.relay_instance (subscription, owner, alive_until)
                VALUES ($1, $2, now() + make_interval(secs => $3))
                    ON CONFLICT (subscription, owner) DO UPDATE SET alive_until = excluded.alive_until
            ), share AS (
                SELECT ceil($8::int4 / (1.0 + count(*)))::integer AS size
                  FROM onceward.relay_instance
                 WHERE subscription = $1 AND owner <> $2 AND alive_until > now()
            ), locked AS (
                SELECT cursor.shard
                  FROM onceward.cursor
                  JOIN unnest($4::int2[], $5::int8[], $7::text[]) AS lease (shard, generation, incarnation)
                    ON cursor.shard = lease.shard
                   AND cursor.generation = lease.generation
                 WHERE cursor.subscription = $1
                   AND cursor.owner = $2
                   AND lease.incarnation = (SELECT incarnation FROM server)
                 ORDER BY cursor.shard
                   FOR UPDATE OF cursor
            ), kept AS (
                UPDATE onceward.cursor
                   SET lease_until = now() + make_interval(secs => $3)
                  FROM locked
                 WHERE cursor.subscription = $1
                   AND cursor.shard = locked.shard
                RETURNING cursor.*
            ), free AS (
                SELECT shard
                  FROM onceward.cursor
                 WHERE subscription = $1
                   AND (lease_until < now() OR (owner = $2 AND $6))
                   AND shard <> ALL ($4::int2[])
                   AND (SELECT is_open FROM open)
                   AND (SELECT incarnation IS NOT NULL FROM server)
                 ORDER BY shard
                 LIMIT (SELECT greatest(0, size - cardinality($4::int2[])) FROM share)
                   FOR UPDATE SKIP LOCKED
            ), taken AS (
                UPDATE onceward.cursor
                   SET owner = $2, generation = generation + 1, lease_until = now() + make_interval(secs => $3)
                 WHERE subscription = $1
                   AND shard IN (SELECT shard FROM free)
                RETURNING *
            )
            SELECT true AS kept, size, (SELECT NOT is_open FROM open) AS paused,
                   (SELECT is_restored FROM server) AS restored, (SELECT incarnation FROM server) AS incarnation,
                   shard, generation,
                   from_snapshot::text, from_next::text::int8, from_low, from_high,
                   to_snapshot::text, to_next::text::int8, to_low, to_high, after_seq
              FROM share LEFT JOIN kept ON true
            UNION ALL
            SELECT false, size, false, false, (SELECT incarnation FROM server),
                   shard, generation,
                   from_snapshot::text, from_next::text::int8, from_low, from_high,
                   to_snapshot::text, to_next::text::int8, to_low, to_high, after_seq
              FROM share CROSS JOIN taken
            """;

    /// Safe because a lease that is another's by now has another generation. Locks in the order of the shards, as
    /// everybody locks cursors, so that no two statements wait for each other.
    private static final String RELEASE = """
            WITH locked AS (
                SELECT cursor.shard
                  FROM onceward.cursor
                  JOIN unnest($3::int2[], $4::int8[]) AS lease (shard, generation)
                    ON cursor.shard = lease.shard
                   AND cursor.generation = lease.generation
                 WHERE cursor.subscription = $1
                   AND cursor.owner = $2
                 ORDER BY cursor.shard
                   FOR UPDATE OF cursor
            )
            UPDATE onceward.cursor
               SET owner = NULL, lease_until = '-infinity'
              FROM locked
             WHERE cursor.subscription = $1
               AND cursor.shard = locked.shard
            """;

    /// Safe because a row of this table only says how many share the shards, and a relay writes its own again with each
    /// renewal.
    private static final String LEAVE = """
            DELETE FROM onceward.relay_instance
             WHERE subscription = $1
               AND (owner = $2 OR alive_until < now() - interval '1 day')
            """;

    private final Database database;
    private final UUID owner;

    /// @param owner who asks, another one in each process
    public Cursors(Pool pool, Duration patience, UUID owner) {
        this.database = new Database(pool, patience);
        this.owner = owner;
    }

    /// Renews what is held, and takes what is free up to an equal share.
    ///
    /// @param back whether that may be what it has itself and does not hold
    public Uni<HeldLeases> hold(String subscription, Duration lease, Collection<ShardLease> held, boolean back) {
        var values = new ArrayColumns().value(subscription).value(owner).value(lease.toMillis() / 1000d)
                .value(LeaseColumns.shards(held)).value(LeaseColumns.generations(held)).value(back)
                .value(LeaseColumns.incarnations(held)).value(Shard.COUNT).tuple();
        return database.query(HOLD, values)
                .chain(rows -> LeaseColumns.hasIncarnation(rows) ? Uni.createFrom().item(rows) : holdAfterCrash(values))
                .map(LeaseColumns::held);
    }

    public Uni<Void> release(String subscription, Collection<ShardLease> held) {
        return database
                .query(RELEASE,
                        Tuple.of(subscription, owner, LeaseColumns.shards(held), LeaseColumns.generations(held)))
                .replaceWithVoid();
    }

    /// Does not count as there any more.
    public Uni<Void> leave(String subscription) {
        return database.query(LEAVE, Tuple.of(subscription, owner)).replaceWithVoid();
    }

    private Uni<RowSet<Row>> holdAfterCrash(Tuple values) {
        return database.query(MAKE_INCARNATION).chain(() -> database.query(HOLD, values));
    }
}
