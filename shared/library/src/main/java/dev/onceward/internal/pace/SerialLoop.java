package dev.onceward.internal.pace;

import java.util.concurrent.atomic.AtomicInteger;

/// Runs one piece of work, never twice at the same time and never within itself. Any thread may call. A call while the
/// work runs returns at once, and the running thread runs the work once more, however many calls came. So each call is
/// followed by a run that begins after it, no caller waits, and work that calls itself does not nest.
public final class SerialLoop {
    private final Runnable work;
    private final AtomicInteger calls = new AtomicInteger();

    public SerialLoop(Runnable work) {
        this.work = work;
    }

    /// Returns at once if another thread runs the work, or if the work itself calls. A failure of the work is thrown to
    /// the caller that runs it. Calls that came meanwhile are then dropped, and the next call runs the work again.
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
