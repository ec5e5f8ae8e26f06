package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

import dev.onceward.internal.pace.AtMostEvery;

/// Lets a line that could be written often through once in a while, with how often it could have been written.
public final class LogThrottle {
    private final AtMostEvery lines;
    private long times;

    /// @param pause between two lines
    public LogThrottle(Duration pause, LongSupplier nanos) {
        this.lines = new AtMostEvery(pause, nanos);
    }

    /// How often it happened since the last line, if it is time for another one.
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
