package dev.onceward.bench;

/// How many were delivered so far.
interface Progress extends AutoCloseable {
    long delivered();

    @Override
    default void close() {}
}
