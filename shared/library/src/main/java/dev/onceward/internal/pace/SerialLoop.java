package dev.onceward.internal.pace;

import java.util.concurrent.atomic.AtomicInteger;

/// Runs one piece of work, never twice at the same time and never within itself. Any thread may call. Who calls while the
/// work runs only leaves word, and whoever runs it runs it once more, however many called: so each call is followed by a run
/// that begins after it, nobody waits, and work that calls again does not go deeper and deeper.
public final class SerialLoop {
    private final Runnable work;
    private final AtomicInteger calls = new AtomicInteger();

    public SerialLoop(Runnable work) {
        this.work = work;
    }

    /// Returns at once if another thread runs the work, or if the work itself calls. A failure of the work reaches the
    /// caller who runs it. Calls that came meanwhile are forgotten then, and the next one runs the work again.
    public void call() {
        if (calls.getAndIncrement() == 0) {
            runUntilNobodyCalls();
        }
    }

    private void runUntilNobodyCalls() {
        var known = 1;
        while (known > 0) {
            run();
            known = calls.addAndGet(-known);
        }
    }

    private void run() {
        var isDone = false;
        try {
            work.run();
            isDone = true;
        } finally {
            if (!isDone) {
                calls.set(0);
            }
        }
    }
}
