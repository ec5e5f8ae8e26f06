package dev.onceward.e2e;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/// Waits for something to become true, and says what if it does not.
final class AwaitEndToEnd {
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private AwaitEndToEnd() {}

    /// @return how long it took
    static Duration until(String what, Duration limit, Callable<Boolean> condition) {
        var start = System.nanoTime();
        while (!holds(condition)) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("not within " + limit + ": " + what);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception notYet) {
            return false;
        }
    }
}
