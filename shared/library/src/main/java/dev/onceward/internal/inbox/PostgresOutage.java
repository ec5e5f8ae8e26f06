package dev.onceward.internal.inbox;

/// Says that an attempt failed because of PostgreSQL and not because of its message.
final class PostgresOutage extends RuntimeException {
    private static final long serialVersionUID = 1;

    PostgresOutage(Throwable failure) {
        super(failure.toString(), failure, false, false);
    }
}
