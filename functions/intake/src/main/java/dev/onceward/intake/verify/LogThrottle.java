package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

import dev.onceward.internal.pace.AtMostEvery;

/// Limits how often a message is logged, and counts how often it would have been logged.
public final class LogThrottle {
    private final AtMostEvery lines;
    private long times;

    /// @param pause the least time between two lines
    public LogThrottle(Duration pause, LongSupplier nanos) {
        this.lines = new AtMostEvery(pause, nanos);
    }

    /// Counts an occurrence. Returns the number of occurrences since the last line, if a line may be logged now.
    public synchronized OptionalLong next() {
        times++;
        if (!lines.tryNow()) {
            return OptionalLong.empty();
        }
        var count = times;
        times = 0;
        return OptionalLong.of(count);
    }
}
