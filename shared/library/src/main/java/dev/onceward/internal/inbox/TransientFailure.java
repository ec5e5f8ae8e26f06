package dev.onceward.internal.inbox;

import java.util.Set;

import io.vertx.pgclient.PgException;
import org.jspecify.annotations.Nullable;

/// Recognises refusals of PostgreSQL that pass by themselves, whatever the message is.
final class TransientFailure {
    /// Broken connections, conflicts with other transactions, lack of resources, and errors of the system.
    private static final Set<String> CLASSES = Set.of("08", "40", "53", "58");
    /// A standby that does not accept writes, and a lock that was not available in time.
    private static final Set<String> STATES = Set.of("25006", "55P03");
    /// A server that starts or stops. A statement that took too long, 57014, is not among them.
    private static final String SERVER_NOT_AVAILABLE = "57P";

    private TransientFailure() {}

    static boolean isCauseOf(@Nullable Throwable failure) {
        return failure != null && ((failure instanceof PgException refusal && isPassing(refusal.getSqlState()))
                || isCauseOf(failure.getCause()));
    }

    /// PostgreSQL says so before it ends a connection.
    static boolean endsConnection(Throwable failure) {
        return failure instanceof PgException refusal
                && String.valueOf(refusal.getSqlState()).startsWith(SERVER_NOT_AVAILABLE);
    }

    private static boolean isPassing(@Nullable String state) {
        return state != null && state.length() == 5 && (CLASSES.contains(state.substring(0, 2))
                || STATES.contains(state) || state.startsWith(SERVER_NOT_AVAILABLE));
    }
}
