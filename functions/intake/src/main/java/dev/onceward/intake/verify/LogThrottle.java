package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Something that happens often and is spoken of now and then.
public final class LogThrottle {
    private final long pause;
    private final LongSupplier nanos;
    private long times;
    private long last;
    private boolean spoken;

    /// @param pause between two times that it is spoken of
    public LogThrottle(Duration pause, LongSupplier nanos) {
        this.pause = pause.toNanos();
        this.nanos = nanos;
    }

    /// How often it happened since it was last spoken of, if it is time to speak again.
    public synchronized OptionalLong next() {
        times++;
        var now = nanos.getAsLong();
        if (spoken && now - last < pause) {
            return OptionalLong.empty();
        }
        var count = times;
        spoken = true;
        last = now;
        times = 0;
        return OptionalLong.of(count);
    }
}
