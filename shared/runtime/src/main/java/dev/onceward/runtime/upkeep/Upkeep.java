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

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.internal.postgres.Database;
import dev.onceward.runtime.postgres.PgFailure;

/// Maintains the log. Any replica may run it at any time: each step is one bounded statement under one advisory lock,
/// and a replica that does not get the lock leaves the step to the one that has it.
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

    static final String PURGE = """
            SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('onceward.upkeep'))
                        THEN onceward.purge_expired($1, $2) ELSE 0 END
            """;

    /// Replaces many rows by one. Safe because the sums stay the same, and no transaction sees a state in between.
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
    private final MeasureInbox measureInbox;
    private final RepeatedFailures streak = new RepeatedFailures();

    Upkeep(Pool pool, MeasureInbox measureInbox) {
        this.database = new Database(pool, PATIENCE);
        this.measureInbox = measureInbox;
    }

    /// Creates the partitions of the next days. Without today's partition no event can be stored.
    public Uni<Integer> createDays() {
        return number(CREATE_DAYS, Tuple.of(DAYS_AHEAD));
    }

    /// Runs all steps. A step that fails is tried again by the next run and does not stop the others.
    public Uni<UpkeepDone> run() {
        return Uni.combine().all().unis(
                step("create days", createDays()),
                step("drop days", dropDays("event", 0)),
                step("drop attempts", dropDays("attempt", 0)),
                step("purge keys", purge("key", 0)),
                step("purge the inbox", purge("inbox", 0)),
                step("purge keys of operations", purge("operation_key", 0)),
                step("fold counts", fold(0)),
                step("thin out the recorded edges", number(THIN_EDGES, Tuple.tuple())))
                .usingConcurrencyOf(1)
                .with(UpkeepDone::new)
                .onItem().call(this::measure);
    }

    /// How many days of the log are old enough to be dropped but not read by every subscription. The metric of it is
    /// worth an alert.
    public Uni<Integer> unreadDays() {
        return number(UNREAD_DAYS, Tuple.tuple());
    }

    /// Returns the subscriptions that no relay seems to have any more. A running relay records every few minutes which
    /// ones it has.
    ///
    /// @param wanted the subscriptions that some relay is known to have
    public Uni<List<SubscriptionWithoutRelay>> orphans(Set<String> wanted) {
        return database.query(ORPHANS, Tuple.of(wanted.toArray(String[]::new)))
                .map(rows -> rows.stream().map(row -> new SubscriptionWithoutRelay(row.getString("name"),
                        row.getOffsetDateTime("last_configured_at").toInstant(), row.getBoolean("is_forgotten")))
                        .toList());
    }

    /// Drops one day per statement, because a drop locks the log until it is committed.
    private Uni<Integer> dropDays(String table, int before) {
        return number(DROP_DAY, Tuple.of(table))
                .onItem().transformToUni(dropped -> dropped == 0 || before + dropped >= DAYS_DROPPED_AT_ONCE
                        ? Uni.createFrom().item(before + dropped)
                        : dropDays(table, before + dropped));
    }

    /// Deletes in several statements, so that no transaction is long.
    private Uni<Integer> purge(String table, int before) {
        return number(PURGE, Tuple.of(table, ROWS_AT_ONCE))
                .onItem().transformToUni(purged -> purged < ROWS_AT_ONCE || before >= MOST_PURGED
                        ? Uni.createFrom().item(before + purged)
                        : purge(table, before + purged));
    }

    /// Repeats until few rows are left, because under load more rows arrive than one statement folds.
    private Uni<Integer> fold(int before) {
        return rows(FOLD, Tuple.of(ROWS_AT_ONCE, ROWS_WORTH_FOLDING))
                .onItem().transformToUni(folded -> folded == 0 || before >= MOST_FOLDED
                        ? Uni.createFrom().item(before + folded)
                        : fold(before + folded));
    }

    /// Every replica measures, because each has metrics of its own.
    private Uni<Void> measure() {
        return measureInbox.ifDue()
                .onFailure().invoke(failure -> left("measure the inbox", failure))
                .onFailure().recoverWithNull();
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

    /// Logs the first failure only, because every step fails while PostgreSQL is unreachable.
    private void left(String name, Throwable failure) {
        if (streak.failed() || !(PgFailure.of(failure) instanceof PgFailure.Outage)) {
            Log.warnf("upkeep could not run a step and tries again later: step=%s cause=%s", name, failure.toString());
        }
    }

    private void succeeded() {
        if (streak.succeeded()) {
            Log.info("upkeep works again");
        }
    }
}
