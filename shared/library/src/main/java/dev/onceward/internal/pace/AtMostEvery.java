package dev.onceward.internal.pace;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Says when something that must not happen too often may happen again: a line of the log, a question to the database, a
/// call. It is due from the beginning. Any thread may ask. The time is this process's own and compared by difference only.
public final class AtMostEvery {
    private final long interval;
    private final LongSupplier nanos;
    private final AtomicLong due;

    public AtMostEvery(Duration interval) {
        this(interval, System::nanoTime);
    }

    /// @param nanos the time, as [System#nanoTime] has it
    public AtMostEvery(Duration interval, LongSupplier nanos) {
        this.interval = interval.toNanos();
        this.nanos = nanos;
        this.due = new AtomicLong(nanos.getAsLong());
    }

    /// Whether it may happen now. Of all who ask at the same time one is told so, and it has happened then.
    public boolean tryNow() {
        var now = nanos.getAsLong();
        var time = due.get();
        return now - time >= 0 && due.compareAndSet(time, now + interval);
    }

    /// Whether it may happen now, for somebody who says later that it happened.
    public boolean isDue() {
        return nanos.getAsLong() - due.get() >= 0;
    }

    /// It happens now, whether it is due or not.
    public void happensNow() {
        due.set(nanos.getAsLong() + interval);
    }

    /// Once, another time than the interval must pass from now on.
    public void pauseFor(Duration time) {
        due.set(nanos.getAsLong() + time.toNanos());
    }

    /// It may happen now, however long ago it happened.
    public void makeDue() {
        due.set(nanos.getAsLong());
    }

    /// How long it is until it may happen; nothing or less if it may happen now.
    public Duration left() {
        return Duration.ofNanos(due.get() - nanos.getAsLong());
    }
}
