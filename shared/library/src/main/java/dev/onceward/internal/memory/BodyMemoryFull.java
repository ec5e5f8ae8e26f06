package dev.onceward.internal.memory;

/// There was no memory left to read a body with. An exception, because rules and schemes are plain functions of a request
/// and none of them has an answer to this: whoever let the request in catches it and asks its sender to come again.
public final class BodyMemoryFull extends RuntimeException {
    private static final long serialVersionUID = 1;

    BodyMemoryFull() {
        super("no memory is left to read a body with", null, false, false);
    }
}
