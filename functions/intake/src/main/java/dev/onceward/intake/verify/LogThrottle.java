package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Lets a line that could be written often through once in a while, with how often it could have been written.
public final class LogThrottle {
    private final long pause;
    private final LongSupplier nanos;
    private long times;
    private long last;
    private boolean written;

    /// @param pause between two lines
    public LogThrottle(Duration pause, LongSupplier nanos) {
        this.pause = pause.toNanos();
        this.nanos = nanos;
    }

    /// How often it happened since the last line, if it is time for another one.
    public synchronized OptionalLong next() {
        times++;
        var now = nanos.getAsLong();
        if (written && now - last < pause) {
            return OptionalLong.empty();
        }
        var count = times;
        written = true;
        last = now;
        times = 0;
        return OptionalLong.of(count);
    }
}
