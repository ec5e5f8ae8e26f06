package dev.onceward.runtime.postgres;

import io.vertx.pgclient.PgException;

/// Classifies failures of PostgreSQL by what the caller can do about them.
public sealed interface PgFailure {

    /// The data cannot be stored, neither now nor later.
    record BadData(String why) implements PgFailure {}

    /// Another transaction conflicted. The same statement may succeed when it is repeated.
    record Conflict(String why) implements PgFailure {}

    /// The data are not the reason: the server is unreachable, stopping, full, read-only or not migrated. It is unknown
    /// whether the statement was committed.
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

    /// PostgreSQL reports a day without a partition as a failed check that has no name.
    private static boolean isWithoutDay(PgException refusal, String state) {
        return state.equals("23514") && refusal.getConstraint() == null;
    }
}
