package dev.onceward.runtime.postgres;

import io.vertx.pgclient.PgException;

/// What a failure of PostgreSQL means, and so what is to be done about it.
public sealed interface PgFailure {

    /// The data cannot be stored, now or later.
    record BadData(String why) implements PgFailure {}

    /// Another transaction was in the way; the same again may well work.
    record Conflict(String why) implements PgFailure {}

    /// Nothing wrong with the data: the server cannot be reached, is stopping, full, read-only, or not prepared. Whether
    /// the statement was committed is unknown.
    record Outage(String why) implements PgFailure {}

    static PgFailure of(Throwable failure) {
        return failure instanceof PgException refusal ? of(refusal) : new Outage(failure.getClass().getSimpleName());
    }

    private static PgFailure of(PgException refusal) {
        var state = refusal.getSqlState() == null ? "" : refusal.getSqlState();
        if (state.startsWith("40")) {
            return new Conflict(state);
        }
        return isData(state) && !isWithoutDay(refusal, state) ? new BadData(state) : new Outage(state);
    }

    private static boolean isData(String state) {
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
    }

    /// A day without a partition is reported as a check that failed, only without the name of one.
    private static boolean isWithoutDay(PgException refusal, String state) {
        return state.equals("23514") && refusal.getConstraint() == null;
    }
}
