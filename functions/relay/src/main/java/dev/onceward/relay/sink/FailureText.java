package dev.onceward.relay.sink;

/// Describes a failure in one line for an operator.
public final class FailureText {
    private static final int DEPTH = 8;

    private FailureText() {}

    /// Takes the first message in the chain of causes that is more than the text of its cause.
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
