package dev.onceward.internal.memory;

/// Thrown when there is not enough memory to read a body. It is an exception because key rules and schemes are plain
/// functions of a request and have no result for this case. Whoever received the request catches it and asks the sender
/// to retry.
public final class BodyMemoryFull extends RuntimeException {
    private static final long serialVersionUID = 1;

    BodyMemoryFull() {
        super("no memory is left to read a body with", null, false, false);
    }
}
