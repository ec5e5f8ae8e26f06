package dev.onceward.intake;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what will happen, and no longer than it must.
final class AwaitInIntake {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private AwaitInIntake() {}

    static void until(BooleanSupplier holds) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It did not happen within " + PATIENCE);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
