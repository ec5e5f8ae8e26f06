package dev.onceward.relay.cursor;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.event.Shard;
import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.edge.WindowEdge;

/// Registers subscriptions, and creates the cursors of new ones.
public final class StartCursors {

    /// Records that the subscription is configured. Safe because its name is unique: recording it again only renews the
    /// time. The cursors of a new subscription are created by the first `start`.
    private static final String ENROLL = """
            INSERT INTO onceward.subscription (name)
            VALUES ($1)
                ON CONFLICT (name) DO UPDATE SET last_configured_at = now()
            RETURNING (SELECT count(*)
                         FROM onceward.cursor
                        WHERE subscription = $1) AS cursors
            """;

    /// Creates a cursor for each of the `$6` shards. Safe because a cursor that exists stays where it is.
    private static final String START = """
            INSERT INTO onceward.cursor (subscription, shard, from_snapshot, from_next, from_low, from_high)
            SELECT $1, shard, $2::text::pg_snapshot, $3::text::xid8, $4, $5
              FROM generate_series(0, $6 - 1) AS shard
                ON CONFLICT (subscription, shard) DO NOTHING
            """;

    /// Creates cursors for the `$2` shards that start now. Safe even if PostgreSQL crashes, because one statement reads
    /// the log's end and writes the cursors.
    private static final String START_NOW = """
            INSERT INTO onceward.cursor (subscription, shard, from_snapshot, from_next, from_low, from_high)
            SELECT $1, shard, snapshot, next, low, high
              FROM onceward.current_edge(), generate_series(0, $2 - 1) AS shard
                ON CONFLICT (subscription, shard) DO NOTHING
            """;

    private final Database database;

    public StartCursors(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// @return whether the subscription is new and must be started
    public Uni<Boolean> enroll(String subscription) {
        return database.query(ENROLL, Tuple.of(subscription))
                .map(rows -> rows.iterator().next().getLong("cursors") == 0);
    }

    public Uni<Void> start(String subscription, WindowEdge edge) {
        return database.query(START,
                Tuple.of(subscription, edge.snapshot().text(), Long.toString(edge.next()), edge.low(), edge.high(),
                        Shard.COUNT))
                .replaceWithVoid();
    }

    /// Starts with the events that are committed from now on.
    public Uni<Void> startNow(String subscription) {
        return database.query(START_NOW, Tuple.of(subscription, Shard.COUNT)).replaceWithVoid();
    }
}
