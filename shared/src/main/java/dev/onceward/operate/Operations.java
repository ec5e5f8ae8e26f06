package dev.onceward.operate;

import java.time.Duration;
import java.util.Objects;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.postgres.Columns;
import dev.onceward.postgres.Database;
import dev.onceward.window.Edge;

/// The operator's verbs. What is done and who did it are written down together.
public final class Operations {

    /// Fences off whoever reads the subscription now: they write nothing any more, and nobody takes a lease.
    private static final String PAUSE = """
            WITH paused AS (
                UPDATE onceward.subscription
                   SET paused_at = now(), paused_by = $2, why = $3
                 WHERE name = $1 AND paused_at IS NULL
                RETURNING name
            ), fenced AS (
                UPDATE onceward.cursor
                   SET generation = generation + 1, owner = NULL, lease_until = '-infinity'
                 WHERE subscription IN (SELECT name FROM paused)
            )
            INSERT INTO onceward.audit (actor, verb, subscription, detail)
            SELECT $2, 'pause', name, jsonb_build_object('why', $3::text)
              FROM paused
            """;

    private static final String RESUME = """
            WITH resumed AS (
                UPDATE onceward.subscription
                   SET paused_at = NULL, paused_by = NULL, why = NULL
                 WHERE name = $1 AND paused_at IS NOT NULL
                RETURNING name
            )
            INSERT INTO onceward.audit (actor, verb, subscription, detail)
            SELECT $2, 'resume', name, '{}'
              FROM resumed
            """;

    /// Safe beside those who read: they are fenced off, and whoever takes a shard next begins at the new place.
    private static final String MOVE = """
            WITH moved AS (
                UPDATE onceward.cursor
                   SET generation = generation + 1, owner = NULL, lease_until = '-infinity',
                       from_snapshot = $4::text::pg_snapshot, from_next = $5::text::xid8, from_low = $6, from_high = $7,
                       to_snapshot = NULL, to_next = NULL, to_low = NULL, to_high = NULL, after = NULL
                 WHERE subscription = $1
                RETURNING subscription
            )
            INSERT INTO onceward.audit (actor, verb, subscription, detail)
            SELECT $2, 'move', subscription, jsonb_build_object('to', $3::text)
              FROM (SELECT DISTINCT subscription FROM moved) AS one
            """;

    private final Database database;
    private final Batches batches;

    public Operations(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
        this.batches = new Batches(pool, patience);
    }

    /// @return whether it was not paused before
    public Uni<Boolean> pause(String subscription, String actor, String why) {
        return database.query(PAUSE, Tuple.of(subscription, actor, why)).map(rows -> rows.rowCount() > 0);
    }

    /// @return whether it was paused
    public Uni<Boolean> resume(String subscription, String actor) {
        return database.query(RESUME, Tuple.of(subscription, actor)).map(rows -> rows.rowCount() > 0);
    }

    /// @param to in the operator's words
    public Uni<Boolean> move(String subscription, String actor, String to, Edge edge) {
        return database.query(MOVE, new Columns()
                .value(subscription)
                .value(actor)
                .value(to)
                .value(edge.snapshot().text())
                .value(Long.toString(edge.next()))
                .value(edge.low())
                .value(edge.high())
                .tuple()).map(rows -> rows.rowCount() > 0);
    }

    /// @return how many a redrive would be
    public Uni<Integer> redrivable(String subscription, Choice choice) {
        return batches.count(Batches.REDRIVE, subscription, choice);
    }

    /// @return how many a drop would be
    public Uni<Integer> droppable(String subscription, Choice choice) {
        return batches.count(Batches.DROP, subscription, choice);
    }

    /// @param perSecond how many get their turn in a second
    /// @return how many
    public Uni<Integer> redrive(String subscription, Choice choice, double perSecond, String actor) {
        return batches.run(Batches.REDRIVE, subscription, choice, actor, words(choice).put("perSecond", perSecond));
    }

    /// @return how many
    public Uni<Integer> drop(String subscription, Choice choice, String why, String actor) {
        return batches.run(Batches.DROP, subscription, choice, actor, words(choice).put("why", why));
    }

    private static JsonObject words(Choice choice) {
        var words = new JsonObject().put("event", choice.event() == null ? null : choice.event().toString())
                .put("state", choice.state()).put("ordering", choice.ordering()).put("error", choice.error())
                .put("before", choice.before());
        words.getMap().values().removeIf(Objects::isNull);
        return words;
    }
}
