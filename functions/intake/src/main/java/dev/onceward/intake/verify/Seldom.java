package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Something that happens often and is spoken of once a minute.
final class Seldom {
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanos;
    private long times;
    private long last;
    private boolean spoken;

    Seldom(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// How often it happened since it was last spoken of, if it is time to speak again.
    synchronized OptionalLong next() {
        times++;
        var now = nanos.getAsLong();
        if (spoken && now - last < PAUSE) {
            return OptionalLong.empty();
        }
        var count = times;
        spoken = true;
        last = now;
        times = 0;
        return OptionalLong.of(count);
    }
}
