package dev.onceward.runtime.outage;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Failures that follow each other. A streak begins with the first failure, and is over with a success once nothing has
/// failed for a while. Between a failure and the next may be many successes, as when connections are reset again and again:
/// it is one streak all the same, so that the log has one line for its beginning and one for its end.
public final class RepeatedFailures {
    private static final long QUIET_NANOS = Duration.ofSeconds(5).toNanos();

    private final LongSupplier nanos;
    private volatile boolean on;
    private long lastFailure;

    public RepeatedFailures() {
        this(System::nanoTime);
    }

    /// @param nanos the time, as [System#nanoTime] has it
    public RepeatedFailures(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// @return whether a streak begins with it
    public synchronized boolean failed() {
        var begins = !on;
        lastFailure = nanos.getAsLong();
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
        if (!on || nanos.getAsLong() - lastFailure < QUIET_NANOS) {
            return false;
        }
        on = false;
        return true;
    }
}
