package dev.onceward.relay.operate;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;

/// Pauses subscriptions whose cursors do not fit the log. A pause needs no operator, and is made only if the database
/// itself shows the reason.
public final class AutomaticPauses {
    /// Pauses a subscription whose cursor lies beyond the end of the log. Safe because only positions in the database
    /// count, not those that a relay had in memory before a crash.
    private static final String BEYOND_LOG = """
            WITH paused AS (
                UPDATE onceward.subscription
                   SET paused_at = now(), paused_by = 'relay', pause_reason = $2
                  FROM onceward.current_edge() AS now_is
                 WHERE name = $1
                   AND paused_at IS NULL
                   AND (EXISTS (SELECT
                                  FROM onceward.cursor
                                 WHERE subscription = $1
                                   AND pg_snapshot_xmax(coalesce(to_snapshot, from_snapshot))
                                       > pg_snapshot_xmax(now_is.snapshot))
                        OR EXISTS (SELECT FROM onceward.recorded_edge WHERE horizon > pg_snapshot_xmax(now_is.snapshot)))
                RETURNING name
            )
            INSERT INTO onceward.audit (actor, action, subscription, detail)
            SELECT 'relay', 'pause', name, jsonb_build_object('why', $2::text)
              FROM paused
            """;

    /// Pauses a subscription of a restored log. Safe because the function pauses only if the log itself shows that it
    /// was restored.
    private static final String RESTORED_LOG = """
            SELECT onceward.pause_restored($1, $2)
            """;

    private static final String REASON = "The log was restored from another PostgreSQL cluster, whose transaction ids "
            + "mean nothing in this one: run the command rebase, which ends this pause.";

    private final Database database;

    public AutomaticPauses(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Pauses the subscription until an operator moves its cursors to a position within the log.
    ///
    /// @return whether the subscription was not paused before, and a cursor or a recorded edge lies beyond the end of
    ///        the log
    public Uni<Boolean> beyondLog(String subscription, String why) {
        return database.query(BEYOND_LOG, Tuple.of(subscription, why)).map(rows -> rows.rowCount() > 0);
    }

    /// Pauses the subscription until the log is rebased, which ends the pause.
    ///
    /// @return whether the subscription was not paused before
    public Uni<Boolean> restored(String subscription) {
        return database.query(RESTORED_LOG, Tuple.of(subscription, REASON))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
