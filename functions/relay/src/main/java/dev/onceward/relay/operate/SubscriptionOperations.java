package dev.onceward.relay.operate;

import java.time.Duration;
import java.util.Objects;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.runtime.admin.Actor;

/// The operations of an operator on a subscription. Each change and its audit entry are committed together.
public final class SubscriptionOperations {

    /// Pauses a subscription. Safe because the pause and its audit entry are one statement. A relay that is reading
    /// notices the pause when it renews its leases, settles what is under way and gives them back. If it were fenced
    /// off instead, delivered events that are not settled yet would be delivered again.
    private static final String PAUSE = """
            WITH paused AS (
                UPDATE onceward.subscription
                   SET paused_at = now(), paused_by = $2, pause_reason = $3
                 WHERE name = $1 AND paused_at IS NULL
                RETURNING name
            )
            INSERT INTO onceward.audit (actor, action, subscription, detail)
            SELECT $2, 'pause', name, jsonb_build_object('why', $3::text)
              FROM paused
            """;

    /// Resumes a subscription. Safe because the end of the pause and its audit entry are one statement.
    private static final String RESUME = """
            WITH resumed AS (
                UPDATE onceward.subscription
                   SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
                 WHERE name = $1 AND paused_at IS NOT NULL
                RETURNING name
            )
            INSERT INTO onceward.audit (actor, action, subscription, detail)
            SELECT $2, 'resume', name, jsonb_strip_nulls(jsonb_build_object('why', nullif($3::text, '')))
              FROM resumed
            """;

    /// Moves the cursors. Safe beside relays that read: they are fenced off, and the next owner of a shard begins at
    /// the new position. Locks in the order of the shards, as all statements that lock cursors do, so that no two
    /// statements wait for each other.
    private static final String MOVE = """
            WITH locked AS (
                SELECT shard
                  FROM onceward.cursor
                 WHERE subscription = $1
                 ORDER BY shard
                   FOR UPDATE
            )
            UPDATE onceward.cursor
               SET generation = generation + 1, owner = NULL, lease_until = '-infinity',
                   from_snapshot = $2::text::pg_snapshot, from_next = $3::text::xid8, from_low = $4, from_high = $5,
                   to_snapshot = NULL, to_next = NULL, to_low = NULL, to_high = NULL, after_seq = NULL
             WHERE subscription = $1
               AND shard IN (SELECT shard FROM locked)
            """;

    /// Deletes the parked events that the moved cursors will read again; otherwise they would be delivered twice and in
    /// two orders. Safe because it is committed together with the new positions, and runs after the move, so that it
    /// sees everything that was settled before. OFFSET 0 keeps PostgreSQL from reading the whole log instead.
    private static final String FORGET = """
            WITH forgotten AS (
                DELETE FROM onceward.parked
                 WHERE subscription = $1
                   AND NOT EXISTS (
                           SELECT
                             FROM onceward.event
                            WHERE event.id = parked.event_id
                              AND event.at = parked.event_at
                              AND pg_visible_in_snapshot(event.tx, $4::text::pg_snapshot)
                           OFFSET 0)
                RETURNING event_id
            )
            INSERT INTO onceward.audit (actor, action, subscription, detail)
            SELECT $2, 'move', $1, jsonb_build_object('to', $3::text, 'readAgain', count(*))
                                 || jsonb_strip_nulls(jsonb_build_object('why', nullif($5::text, '')))
              FROM forgotten
            """;

    private static final Duration MOST_PATIENCE = Duration.ofMinutes(1);

    private final Database database;
    private final Database patient;
    private final ParkedOperations parkedOperations;

    public SubscriptionOperations(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
        this.patient = new Database(pool, MOST_PATIENCE);
        this.parkedOperations = new ParkedOperations(pool, patience);
    }

    /// @return whether the subscription was not paused before
    public Uni<Boolean> pause(String subscription, Actor actor) {
        return database.query(PAUSE, Tuple.of(subscription, actor.by(), actor.why())).map(rows -> rows.rowCount() > 0);
    }

    /// @return whether the subscription was paused
    public Uni<Boolean> resume(String subscription, Actor actor) {
        return database.query(RESUME, Tuple.of(subscription, actor.by(), actor.why())).map(rows -> rows.rowCount() > 0);
    }

    /// Moves the cursors in one transaction, however many events are parked.
    ///
    /// @param to the target in the operator's words
    public Uni<Boolean> move(String subscription, Actor actor, String to, WindowEdge edge) {
        return patient.with(connection -> connection.begin()
                .onItem().transformToUni(transaction -> move(connection, subscription, actor, to, edge)
                        .onItem().call(transaction::commit)));
    }

    /// Moves the cursors to the end of the log, which is read in the same transaction. If PostgreSQL crashed between
    /// reading and writing, it could assign transaction ids again that the position counts as read.
    public Uni<Boolean> moveToNow(String subscription, Actor actor) {
        return patient.with(connection -> connection.begin()
                .onItem().transformToUni(transaction -> ReadEdges.now(connection)
                        .onItem().transformToUni(edge -> move(connection, subscription, actor, "now", edge))
                        .onItem().call(transaction::commit)));
    }

    private static Uni<Boolean> move(SqlConnection connection, String subscription, Actor actor, String to,
            WindowEdge edge) {
        return connection.preparedQuery(MOVE)
                .execute(Tuple.of(subscription, edge.snapshot().text(), Long.toString(edge.next()), edge.low(),
                        edge.high()))
                .map(moved -> moved.rowCount() > 0)
                .onItem().call(moved -> moved
                        ? connection.preparedQuery(FORGET)
                                .execute(Tuple.of(subscription, actor.by(), to, edge.snapshot().text(), actor.why()))
                        : Uni.createFrom().voidItem());
    }

    /// @return how many events a redrive would concern
    public Uni<Integer> redrivable(String subscription, ParkedFilter parkedFilter) {
        return parkedOperations.count(ParkedOperations.REDRIVE, subscription, parkedFilter);
    }

    /// @return how many events a drop would concern
    public Uni<Integer> droppable(String subscription, ParkedFilter parkedFilter) {
        return parkedOperations.count(ParkedOperations.DROP, subscription, parkedFilter);
    }

    /// @param perSecond how many events become due per second
    /// @return how many events were redriven
    public Uni<Integer> redrive(String subscription, ParkedFilter parkedFilter, double perSecond, Actor actor) {
        return parkedOperations.run(ParkedOperations.REDRIVE, subscription, parkedFilter, actor.by(),
                detail(parkedFilter, actor).put("perSecond", perSecond));
    }

    /// @return how many events were dropped
    public Uni<Integer> drop(String subscription, ParkedFilter parkedFilter, Actor actor) {
        return parkedOperations.run(ParkedOperations.DROP, subscription, parkedFilter, actor.by(),
                detail(parkedFilter, actor));
    }

    /// What the audit tells of the operation, without the values that the operator did not name.
    private static JsonObject detail(ParkedFilter parkedFilter, Actor actor) {
        var event = parkedFilter.event();
        var detail = new JsonObject().put("event", event == null ? null : event.toString())
                .put("state", parkedFilter.state()).put("ordering", parkedFilter.ordering())
                .put("error", parkedFilter.error())
                .put("before", parkedFilter.before())
                .put("why", actor.why().isEmpty() ? null : actor.why());
        detail.getMap().values().removeIf(Objects::isNull);
        return detail;
    }
}
