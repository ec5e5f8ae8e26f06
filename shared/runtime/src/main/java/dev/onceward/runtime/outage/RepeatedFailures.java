package dev.onceward.runtime.outage;

import java.time.Duration;
import java.util.function.LongSupplier;

import dev.onceward.internal.pace.AtMostEvery;

/// Failures that follow each other. A streak begins with the first failure, and is over with a success once nothing has
/// failed for a while. Between a failure and the next may be many successes, as when connections are reset again and again:
/// it is one streak all the same, so that the log has one line for its beginning and one for its end.
public final class RepeatedFailures {
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final AtMostEvery ending;
    private volatile boolean on;

    public RepeatedFailures() {
        this(System::nanoTime);
    }

    /// @param nanos the time, as [System#nanoTime] has it
    public RepeatedFailures(LongSupplier nanos) {
        this.ending = new AtMostEvery(QUIET, nanos);
    }

    /// @return whether a streak begins with it
    public synchronized boolean failed() {
        var begins = !on;
        ending.happensNow();
        on = true;
        return begins;
    }

    /// Costs nothing where all is well.
    ///
    /// @return whether the streak is over with it
    public boolean succeeded() {
        return on && isOver();
    }

    private synchronized boolean isOver() {
        if (!on || !ending.isDue()) {
            return false;
        }
        on = false;
        return true;
    }
}
