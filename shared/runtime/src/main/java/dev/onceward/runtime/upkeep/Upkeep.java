package dev.onceward.runtime.upkeep;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.runtime.outage.RepeatedFailures;
import dev.onceward.runtime.postgres.PgFailure;

/// Keeps the log in shape. Any replica may run it at any time: each step is one bounded statement under one advisory
/// lock, and who does not get the lock leaves the step to whoever has it.
@Singleton
public final class Upkeep {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int DAYS_AHEAD = 7;
    private static final int DAYS_DROPPED_AT_ONCE = 3;
    private static final int ROWS_AT_ONCE = 10_000;
    private static final int MOST_PURGED = 500_000;
    private static final int MOST_FOLDED = 10_000;
    private static final int ROWS_WORTH_FOLDING = 500;

    private static final String CREATE_DAYS = """
            SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('onceward.upkeep'))
                        THEN onceward.create_days($1) ELSE 0 END
            """;

    private static final String DROP_DAY = """
            SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('onceward.upkeep'))
                        THEN onceward.drop_day($1) ELSE 0 END
            """;

    /// Deletes the keys that expired first. Safe beside appends because it skips what is locked and so waits for nobody.
    /// The condition of the partial index is repeated: PostgreSQL does not derive it from a comparison with `now()`, and
    /// would read the whole table.
    static final String PURGE = """
            DELETE FROM onceward.key
             WHERE ctid = ANY (ARRAY(
                       SELECT ctid
                         FROM onceward.key
                        WHERE expires_at <= now()
                          AND expires_at < 'infinity'
                        ORDER BY expires_at
                        LIMIT $1
                          FOR UPDATE SKIP LOCKED))
               AND (SELECT pg_try_advisory_xact_lock(hashtext('onceward.upkeep')))
            """;

    /// Puts one row in the place of many. Safe because the sums are the same before and after, and nobody sees between.
    private static final String FOLD = """
            WITH old AS (
                DELETE FROM onceward.source_counts
                 WHERE n = ANY (ARRAY(SELECT n FROM onceward.source_counts ORDER BY n LIMIT $1))
                   AND (SELECT count(*) FROM (SELECT FROM onceward.source_counts LIMIT $2)) = $2
                   AND (SELECT pg_try_advisory_xact_lock(hashtext('onceward.upkeep')))
                RETURNING source, processed, duplicates, errors
            )
            INSERT INTO onceward.source_counts (source, processed, duplicates, errors)
            SELECT source, sum(processed), sum(duplicates), sum(errors)
              FROM old
             GROUP BY source
            """;

    private static final String UNREAD_DAYS = """
            SELECT count(*)::integer
              FROM onceward.unread_days()
            """;

    private static final String ORPHANS = """
            SELECT name, last_configured_at, last_configured_at <= now() - retention.forget_after AS is_forgotten
              FROM onceward.subscription
              JOIN onceward.retention ON true
             WHERE name <> ALL ($1::text[])
               AND last_configured_at < now() - interval '1 hour'
             ORDER BY name
            """;

    private static final String THIN_EDGES = """
            SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('onceward.upkeep'))
                        THEN onceward.thin_edges() ELSE 0 END
            """;

    private final Database database;
    private final RepeatedFailures streak = new RepeatedFailures();

    Upkeep(Pool pool) {
        this.database = new Database(pool, PATIENCE);
    }

    /// Creates the partitions of the next days: without today's the log takes nothing.
    public Uni<Integer> createDays() {
        return number(CREATE_DAYS, Tuple.of(DAYS_AHEAD));
    }

    /// Every step on its own: one that fails is tried again the next time and holds up no other.
    public Uni<UpkeepDone> run() {
        return Uni.combine().all().unis(
                step("create days", createDays()),
                step("drop days", dropDays("event", 0)),
                step("drop attempts", dropDays("attempt", 0)),
                step("purge keys", purge(0)),
                step("fold counts", fold(0)),
                step("thin out the recorded edges", number(THIN_EDGES, Tuple.tuple())))
                .usingConcurrencyOf(1)
                .with(UpkeepDone::new);
    }

    /// How many days of the log are old enough to go and not read by every subscription: an alert's affair.
    public Uni<Integer> unreadDays() {
        return number(UNREAD_DAYS, Tuple.tuple());
    }

    /// The subscriptions that no relay seems to have any more. One that runs says every few minutes which it has.
    ///
    /// @param wanted those that somebody is known to have
    public Uni<List<SubscriptionWithoutRelay>> orphans(Set<String> wanted) {
        return database.query(ORPHANS, Tuple.of(wanted.toArray(String[]::new)))
                .map(rows -> rows.stream().map(row -> new SubscriptionWithoutRelay(row.getString("name"),
                        row.getOffsetDateTime("last_configured_at").toInstant(), row.getBoolean("is_forgotten")))
                        .toList());
    }

    /// One day a statement, because a drop keeps all others from the log until it is committed.
    private Uni<Integer> dropDays(String table, int before) {
        return number(DROP_DAY, Tuple.of(table))
                .onItem().transformToUni(dropped -> dropped == 0 || before + dropped >= DAYS_DROPPED_AT_ONCE
                        ? Uni.createFrom().item(before + dropped)
                        : dropDays(table, before + dropped));
    }

    /// Round by round, so that no transaction is long.
    private Uni<Integer> purge(int before) {
        return rows(PURGE, Tuple.of(ROWS_AT_ONCE))
                .onItem().transformToUni(purged -> purged < ROWS_AT_ONCE || before >= MOST_PURGED
                        ? Uni.createFrom().item(before + purged)
                        : purge(before + purged));
    }

    /// Until few are left: under load more rows come in than one statement folds.
    private Uni<Integer> fold(int before) {
        return rows(FOLD, Tuple.of(ROWS_AT_ONCE, ROWS_WORTH_FOLDING))
                .onItem().transformToUni(folded -> folded == 0 || before >= MOST_FOLDED
                        ? Uni.createFrom().item(before + folded)
                        : fold(before + folded));
    }

    private Uni<Integer> number(String sql, Tuple values) {
        return database.query(sql, values).map(rows -> rows.iterator().next().getInteger(0));
    }

    private Uni<Integer> rows(String sql, Tuple values) {
        return database.query(sql, values).map(SqlResult::rowCount);
    }

    private Uni<Integer> step(String name, Uni<Integer> work) {
        return work
                .onItem().invoke(this::succeeded)
                .onFailure().invoke(failure -> left(name, failure))
                .onFailure().recoverWithItem(0);
    }

    /// While PostgreSQL is away every step fails, and the first says it for all.
    private void left(String name, Throwable failure) {
        if (streak.failed() || !(PgFailure.of(failure) instanceof PgFailure.Outage)) {
            Log.warnf("upkeep could not do a step and tries again later: step=%s cause=%s", name, failure.toString());
        }
    }

    private void succeeded() {
        if (streak.succeeded()) {
            Log.info("upkeep works again");
        }
    }
}
