package dev.onceward.relay.worker;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.pgclient.PgException;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.runtime.postgres.PgFailure;
import dev.onceward.runtime.postgres.PgFailure.Outage;

/// Logs one line when an action begins to fail for a subscription, and one when it succeeds again. When PostgreSQL is
/// unreachable the action fails for all subscriptions, and only the first one logs. Only that one logs the end, so the
/// second line is true of the subscription that it names.
public final class LogFailures {
    private final String subscription;
    private final RepeatedFailures away;
    private final RepeatedFailures own;
    private final String begins;
    private final String ends;
    private volatile boolean beganAway;

    /// @param away the failures because PostgreSQL is unreachable, shared by all subscriptions of the process
    /// @param begins the message when the action begins to fail, as in "cannot read the log"
    /// @param ends the message when the action succeeds again
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

    /// Whether PostgreSQL is unreachable. Some other failures concern one subscription only: its position in the log
    /// ([IllegalStateException]), a statement that takes too long, a subscription that cannot begin before a restored
    /// log is rebased.
    private static boolean isAway(Throwable failure) {
        return switch (failure) {
            case IllegalStateException _,TimeoutException _ -> false;
            case PgException refusal when "55000".equals(refusal.getSqlState()) -> false;
            default -> PgFailure.of(failure) instanceof Outage;
        };
    }
}
