package dev.onceward.relay.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what will happen, and no longer than it must.
public final class AwaitInRelay {
    /// Longer than several attempts with all of their time, beside brokers that start on a busy machine.
    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private AwaitInRelay() {}

    public static void until(BooleanSupplier holds) {
        var end = System.nanoTime() + LONGEST.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It did not happen within " + LONGEST);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
