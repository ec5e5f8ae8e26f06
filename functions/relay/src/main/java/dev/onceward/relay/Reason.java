package dev.onceward.relay;

import org.jspecify.annotations.Nullable;

/// Why something failed, in one line for a person.
final class Reason {
    private static final int DEPTH = 8;

    private Reason() {}

    /// The first message from the failure down to its cause that is not just the name of a class.
    static String of(String broker, Throwable failure) {
        var deepest = failure;
        for (var depth = 0; depth < DEPTH && isEmpty(deepest) && deepest.getCause() != null; depth++) {
            deepest = deepest.getCause();
        }
        return broker + ": " + (isEmpty(deepest) ? deepest.getClass().getSimpleName() : deepest.getMessage());
    }

    private static boolean isEmpty(@Nullable Throwable failure) {
        var message = failure == null ? null : failure.getMessage();
        return message == null || message.isBlank() || (failure != null && failure.getCause() != null
                && message.equals(failure.getCause().toString()));
    }
}
