package dev.onceward.internal.pace;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Limits how often an action happens, such as a log line, a query or a call. The action is due from the beginning. Any
/// thread may use it. Times are of this process and are only compared by their differences.
public final class AtMostEvery {
    private final long interval;
    private final LongSupplier nanos;
    private final AtomicLong due;

    public AtMostEvery(Duration interval) {
        this(interval, System::nanoTime);
    }

    /// @param nanos the time, as from [System#nanoTime]
    public AtMostEvery(Duration interval, LongSupplier nanos) {
        this.interval = interval.toNanos();
        this.nanos = nanos;
        this.due = new AtomicLong(nanos.getAsLong());
    }

    /// Returns whether the action may happen now, and counts it as happened. Of several threads at the same time, one
    /// gets true.
    public boolean tryNow() {
        var now = nanos.getAsLong();
        var time = due.get();
        return now - time >= 0 && due.compareAndSet(time, now + interval);
    }

    /// Whether the action may happen now. A caller that performs it calls [#happensNow] then.
    public boolean isDue() {
        return nanos.getAsLong() - due.get() >= 0;
    }

    /// Counts the action as happened now, whether it was due or not.
    public void happensNow() {
        due.set(nanos.getAsLong() + interval);
    }

    /// Waits for this time instead of the interval, once.
    public void pauseFor(Duration time) {
        due.set(nanos.getAsLong() + time.toNanos());
    }

    /// Makes the action due now.
    public void makeDue() {
        due.set(nanos.getAsLong());
    }

    /// How long until the action is due; zero or negative if it is due now.
    public Duration left() {
        return Duration.ofNanos(due.get() - nanos.getAsLong());
    }
}
