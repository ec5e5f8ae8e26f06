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

/// Leases shards, and reads the positions of the leased cursors. All times are the database's.
public final class Cursors {

    /// Makes the incarnation of the server after a crash. Safe because one row wins if several relays ask at once, and
    /// each of them then reads the committed row.
    private static final String MAKE_INCARNATION = """
            SELECT onceward.current_incarnation()
            """;

    /// Renews the leases that this relay holds, and takes free shards up to an equal share of the `$8` shards. Safe
    /// because a lease changes hands only after its time, by the database's clock, and then with another generation;
    /// rows that other relays are taking are skipped. With `$6` the relay may take back its own leases, which it does
    /// only if no attempt is under way that began under them. The statement updates the subscription's row first, so it
    /// waits for an operator who is pausing the subscription; the update also records that the subscription is still
    /// configured. No lease is kept or taken without the incarnation of the server, nor in a log that was restored from
    /// another cluster. Renewed cursors are locked in the order of the shards, as by all statements that lock cursors,
    /// so that no two statements wait for each other.
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

    /// Gives leases back. Safe because a lease that another relay has taken meanwhile has another generation. Locks in
    /// the order of the shards, as all statements that lock cursors do, so that no two statements wait for each other.
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

    /// Removes this relay from those that share the shards. Safe because the rows of this table only tell how many
    /// relays share them, and a relay writes its row again with each renewal.
    private static final String LEAVE = """
            DELETE FROM onceward.relay_instance
             WHERE subscription = $1
               AND (owner = $2 OR alive_until < now() - interval '1 day')
            """;

    private final Database database;
    private final UUID owner;

    /// @param owner the id of this process, another one for each process
    public Cursors(Pool pool, Duration patience, UUID owner) {
        this.database = new Database(pool, patience);
        this.owner = owner;
    }

    /// Renews the held leases, and takes free shards up to an equal share.
    ///
    /// @param back whether leases that this process has in the database but does not hold may be taken back
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

    /// Removes this relay from those that share the subscription's shards.
    public Uni<Void> leave(String subscription) {
        return database.query(LEAVE, Tuple.of(subscription, owner)).replaceWithVoid();
    }

    private Uni<RowSet<Row>> holdAfterCrash(Tuple values) {
        return database.query(MAKE_INCARNATION).chain(() -> database.query(HOLD, values));
    }
}
