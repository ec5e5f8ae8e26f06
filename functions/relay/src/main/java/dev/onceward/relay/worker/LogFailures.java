package dev.onceward.relay.worker;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.pgclient.PgException;

import dev.onceward.runtime.outage.RepeatedFailures;
import dev.onceward.runtime.postgres.PgFailure;
import dev.onceward.runtime.postgres.PgFailure.Outage;

/// Writes one line to the log when something begins to fail for a subscription, and one when it succeeds again. While
/// PostgreSQL is away it fails for all subscriptions, and only the first of them writes these lines. Only that one ends
/// what it began, so the line that it succeeds again is true of the subscription that it names.
public final class LogFailures {
    private final String subscription;
    private final RepeatedFailures away;
    private final RepeatedFailures own;
    private final String begins;
    private final String ends;
    private volatile boolean beganAway;

    /// @param away the streak of failures because PostgreSQL is away, one for all subscriptions of the process
    /// @param begins what the line says when it begins to fail, as in "cannot read the log"
    /// @param ends what the line says when it succeeds again
    public LogFailures(String subscription, RepeatedFailures away, String begins, String ends) {
        this(subscription, away, new RepeatedFailures(), begins, ends);
    }

    LogFailures(String subscription, RepeatedFailures away, RepeatedFailures own, String begins, String ends) {
        this.subscription = subscription;
        this.away = away;
        this.own = own;
        this.begins = begins;
        this.ends = ends;
    }

    public void failed(Throwable failure) {
        var isAway = isAway(failure);
        if ((isAway ? away : own).failed()) {
            beganAway |= isAway;
            Log.warnf("%s: subscription=%s cause=%s", begins, subscription, failure.toString());
        }
    }

    public void succeeded() {
        if (own.succeeded()) {
            Log.infof("%s: subscription=%s", ends, subscription);
        }
        if (beganAway && away.succeeded()) {
            beganAway = false;
            Log.infof("%s: subscription=%s", ends, subscription);
        }
    }

    /// Some failures that are no fault of the data concern one subscription only: the place that it has reached in the log
    /// ([IllegalStateException]), a statement that takes too long for what it asks, a subscription that cannot begin before
    /// a restored log is rebased.
    private static boolean isAway(Throwable failure) {
        return switch (failure) {
            case IllegalStateException _,TimeoutException _ -> false;
            case PgException refusal when "55000".equals(refusal.getSqlState()) -> false;
            default -> PgFailure.of(failure) instanceof Outage;
        };
    }
}
