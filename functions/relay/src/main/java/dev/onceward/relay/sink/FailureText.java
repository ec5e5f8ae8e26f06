package dev.onceward.relay.sink;

/// Why something failed, in one line for a person.
public final class FailureText {
    private static final int DEPTH = 8;

    private FailureText() {}

    /// The first message on the way down to the cause that is more than the name of the next one.
    public static String of(String broker, Throwable failure) {
        var telling = failure;
        for (var depth = 0; depth < DEPTH && isEmpty(telling) && telling.getCause() != null; depth++) {
            telling = telling.getCause();
        }
        return broker + ": " + (isEmpty(telling) ? telling.getClass().getSimpleName() : telling.getMessage());
    }

    private static boolean isEmpty(Throwable failure) {
        var message = failure.getMessage();
        var cause = failure.getCause();
        return message == null || message.isBlank() || (cause != null && message.equals(cause.toString()));
    }
}
