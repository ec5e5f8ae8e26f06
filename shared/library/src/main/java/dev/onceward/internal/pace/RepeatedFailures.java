package dev.onceward.internal.pace;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Detects the beginning and the end of a series of failures. The series begins with the first failure, and ends with a
/// success after a while without failures. Successes in between do not end it, as when connections are reset again and
/// again, so that the log output has one line for its beginning and one for its end.
public final class RepeatedFailures {
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final AtMostEvery ending;
    private volatile boolean on;

    public RepeatedFailures() {
        this(System::nanoTime);
    }

    /// @param nanos the time, as from [System#nanoTime]
    public RepeatedFailures(LongSupplier nanos) {
        this.ending = new AtMostEvery(QUIET, nanos);
    }

    /// @return whether a series begins with this failure
    public synchronized boolean failed() {
        var begins = !on;
        ending.happensNow();
        on = true;
        return begins;
    }

    /// Costs almost nothing while there are no failures.
    ///
    /// @return whether the series ends with this success
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
