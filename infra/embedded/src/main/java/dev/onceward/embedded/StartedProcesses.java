package dev.onceward.embedded;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The servers and processes that were started. They are ended in the reverse order. A signal may arrive while one of them
/// starts: [#end()] waits until it has started, and nothing starts after that.
final class StartedProcesses {
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private volatile boolean ending;

    synchronized <T> T start(Supplier<T> start, Consumer<T> end) {
        if (ending) {
            throw new CancellationException("It is ending.");
        }
        var thing = start.get();
        ends.push(() -> end.accept(thing));
        return thing;
    }

    boolean ending() {
        return ending;
    }

    void end() {
        ending = true;
        unwind();
    }

    private synchronized void unwind() {
        while (!ends.isEmpty()) {
            try {
                ends.pop().run();
            } finally {
                unwind();
            }
        }
    }
}
