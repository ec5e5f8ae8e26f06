package dev.onceward.relay.operate;

import java.time.Duration;
import java.util.Objects;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.edge.Edges;

/// The operator's verbs. What is done and who did it are written down together.
public final class SubscriptionOperations {

    /// Safe because the pause and its entry in the audit are one statement. Whoever reads the subscription now hears of
    /// it when it renews its leases, settles what is under way and gives them back. Fenced off, it would leave behind
    /// what has arrived and is not written down, to be delivered again.
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

    /// Safe because the end of the pause and its entry in the audit are one statement.
    private static final String RESUME = """
            WITH resumed AS (
                UPDATE onceward.subscription
                   SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
                 WHERE name = $1 AND paused_at IS NOT NULL
                RETURNING name
            )
            INSERT INTO onceward.audit (actor, action, subscription, detail)
            SELECT $2, 'resume', name, '{}'
              FROM resumed
            """;

    /// Safe beside those who read: they are fenced off, and whoever takes a shard next begins at the new place. It locks
    /// in the order of the shards, as everybody locks cursors, so that no two statements wait for each other.
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

    /// Safe because it is committed together with the new place of the cursors. What that does not show is read again,
    /// each key from the beginning: held back as well, it would come twice and in two orders. After the cursors were
    /// moved, so that it sees all that was settled before. OFFSET 0 keeps it from reading the whole log instead.
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

    /// @return whether it was not paused before
    public Uni<Boolean> pause(String subscription, String actor, String why) {
        return database.query(PAUSE, Tuple.of(subscription, actor, why)).map(rows -> rows.rowCount() > 0);
    }

    /// @return whether it was paused
    public Uni<Boolean> resume(String subscription, String actor) {
        return database.query(RESUME, Tuple.of(subscription, actor)).map(rows -> rows.rowCount() > 0);
    }

    /// In one transaction, however much is held back.
    ///
    /// @param to in the operator's words
    public Uni<Boolean> move(String subscription, String actor, String to, Edge edge) {
        return patient.with(connection -> connection.begin()
                .onItem().transformToUni(transaction -> move(connection, subscription, actor, to, edge)
                        .onItem().call(transaction::commit)));
    }

    /// The edge of now is read in the transaction that writes it. If PostgreSQL crashed in between, it could give out
    /// again transaction ids that the edge takes for read.
    public Uni<Boolean> moveToNow(String subscription, String actor) {
        return patient.with(connection -> connection.begin()
                .onItem().transformToUni(transaction -> Edges.now(connection)
                        .onItem().transformToUni(edge -> move(connection, subscription, actor, "now", edge))
                        .onItem().call(transaction::commit)));
    }

    private static Uni<Boolean> move(SqlConnection connection, String subscription, String actor, String to,
            Edge edge) {
        return connection.preparedQuery(MOVE)
                .execute(Tuple.of(subscription, edge.snapshot().text(), Long.toString(edge.next()), edge.low(),
                        edge.high()))
                .map(moved -> moved.rowCount() > 0)
                .onItem().call(moved -> moved
                        ? connection.preparedQuery(FORGET)
                                .execute(Tuple.of(subscription, actor, to, edge.snapshot().text()))
                        : Uni.createFrom().voidItem());
    }

    /// @return how many a redrive would be
    public Uni<Integer> redrivable(String subscription, ParkedFilter parkedFilter) {
        return parkedOperations.count(ParkedOperations.REDRIVE, subscription, parkedFilter);
    }

    /// @return how many a drop would be
    public Uni<Integer> droppable(String subscription, ParkedFilter parkedFilter) {
        return parkedOperations.count(ParkedOperations.DROP, subscription, parkedFilter);
    }

    /// @param perSecond how many get their turn in a second
    /// @return how many
    public Uni<Integer> redrive(String subscription, ParkedFilter parkedFilter, double perSecond, String actor) {
        return parkedOperations.run(ParkedOperations.REDRIVE, subscription, parkedFilter, actor,
                words(parkedFilter).put("perSecond", perSecond));
    }

    /// @return how many
    public Uni<Integer> drop(String subscription, ParkedFilter parkedFilter, String why, String actor) {
        return parkedOperations.run(ParkedOperations.DROP, subscription, parkedFilter, actor,
                words(parkedFilter).put("why", why));
    }

    private static JsonObject words(ParkedFilter parkedFilter) {
        var words = new JsonObject().put("event", parkedFilter.event() == null ? null : parkedFilter.event().toString())
                .put("state", parkedFilter.state()).put("ordering", parkedFilter.ordering())
                .put("error", parkedFilter.error())
                .put("before", parkedFilter.before());
        words.getMap().values().removeIf(Objects::isNull);
        return words;
    }
}
