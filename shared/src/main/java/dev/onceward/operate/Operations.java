package dev.onceward.operate;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Objects;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.postgres.Columns;
import dev.onceward.postgres.Database;
import dev.onceward.window.Edge;

/// The operator's verbs. Each is one statement that also writes down who did it.
public final class Operations {

    /// Whoever reads the subscription now hears of it when it renews its leases, settles what is under way and gives them
    /// back. Fenced off, it would leave behind what has arrived and is not written down, to be delivered again.
    private static final String PAUSE = """
            WITH paused AS (
                UPDATE onceward.subscription
                   SET paused_at = now(), paused_by = $2, why = $3
                 WHERE name = $1 AND paused_at IS NULL
                RETURNING name
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

    private static final String CHOSEN = """
              FROM onceward.parked
             WHERE subscription = $1
               AND ($2::uuid IS NULL OR event = $2)
               AND ($3::text IS NULL OR state = $3)
               AND ($4::text IS NULL OR ordering = $4)
               AND ($5::text IS NULL OR position($5 IN error) > 0)
               AND ($6::timestamptz IS NULL OR parked_at < $6)
            """;

    private static final String COUNT = "SELECT count(*)::integer" + CHOSEN;

    /// One after the other, so many a second.
    private static final String REDRIVE = """
            WITH chosen AS (
                SELECT n, row_number() OVER (ORDER BY n) AS place
            """ + CHOSEN
            + """
                         AND state IN ('dead', 'waiting')
                    ), redriven AS (
                        UPDATE onceward.parked
                           SET state = 'waiting', attempts = 0, next_at = now() + make_interval(secs => (place - 1) / $7::float8)
                          FROM chosen
                         WHERE parked.n = chosen.n AND parked.subscription = $1
                        RETURNING parked.event
                    ), noted AS (
                        INSERT INTO onceward.audit (actor, verb, subscription, detail)
                        SELECT $8, 'redrive', $1, $9::text::jsonb || jsonb_build_object('events', count(*))
                          FROM redriven
                    )
                    SELECT count(*)::integer FROM redriven
                    """;

    /// Whatever stands behind a dropped event in its key has its turn.
    private static final String DROP = """
            WITH chosen AS (
                SELECT n
            """ + CHOSEN + """
                 AND state <> 'flying'
            ), dropped AS (
                DELETE FROM onceward.parked
                 WHERE subscription = $1 AND n IN (SELECT n FROM chosen)
                RETURNING event, shard, ordering
            ), next AS (
                UPDATE onceward.parked
                   SET state = 'waiting', next_at = now()
                  FROM (SELECT DISTINCT shard, ordering FROM dropped WHERE ordering IS NOT NULL) AS key
                 CROSS JOIN LATERAL (
                       SELECT n
                         FROM onceward.parked
                        WHERE subscription = $1
                          AND shard = key.shard
                          AND ordering = key.ordering
                          AND n NOT IN (SELECT n FROM chosen)
                        ORDER BY n
                        LIMIT 1) AS first
                 WHERE parked.n = first.n AND parked.subscription = $1 AND parked.state = 'queued'
            ), noted AS (
                INSERT INTO onceward.audit (actor, verb, subscription, detail)
                SELECT $7, 'drop', $1, $8::text::jsonb
                       || jsonb_build_object('events', coalesce(jsonb_agg(event), '[]'))
                  FROM dropped
            )
            SELECT count(*)::integer FROM dropped
            """;

    private final Database database;

    public Operations(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
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

    public Uni<Integer> count(String subscription, Choice choice) {
        return number(COUNT, chosen(subscription, choice));
    }

    /// @param perSecond how many get their turn in a second
    /// @return how many
    public Uni<Integer> redrive(String subscription, Choice choice, double perSecond, String actor) {
        return number(REDRIVE, chosen(subscription, choice).value(perSecond).value(actor)
                .value(words(choice).encode()));
    }

    /// @return how many
    public Uni<Integer> drop(String subscription, Choice choice, String why, String actor) {
        return number(DROP, chosen(subscription, choice).value(actor)
                .value(words(choice).put("why", why).encode()));
    }

    private Uni<Integer> number(String sql, Columns values) {
        return database.query(sql, values.tuple()).map(rows -> rows.iterator().next().getInteger(0));
    }

    private static Columns chosen(String subscription, Choice choice) {
        var before = choice.before();
        return new Columns()
                .value(subscription)
                .value(choice.event())
                .value(choice.state())
                .value(choice.ordering())
                .value(choice.error())
                .value(before == null ? null : before.atOffset(ZoneOffset.UTC));
    }

    private static JsonObject words(Choice choice) {
        var words = new JsonObject().put("event", choice.event() == null ? null : choice.event().toString())
                .put("state", choice.state()).put("ordering", choice.ordering()).put("error", choice.error())
                .put("before", choice.before());
        words.getMap().values().removeIf(Objects::isNull);
        return words;
    }
}
