package dev.onceward.internal.inbox;

/// Says that a message is given up because its attempts ended with their connections, while PostgreSQL answered each
/// next attempt.
public final class ConnectionLostTooOften extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConnectionLostTooOften(int times, Throwable last) {
        super("The connection to PostgreSQL was lost in %d attempts, at last with: %s".formatted(times, last), last,
                false, false);
    }
}
