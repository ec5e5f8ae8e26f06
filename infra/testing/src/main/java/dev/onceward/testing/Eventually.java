package dev.onceward.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what another thread or process does in its own time, by asking for it again and again.
public final class Eventually {
    /// Longer than several attempts of a delivery with all of their time, beside brokers that start on a busy machine.
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private Eventually() {}

    /// Waits until a condition holds. What the condition throws fails the test at once.
    public static void holds(BooleanSupplier condition) {
        var _ = value(condition::getAsBoolean, Boolean::booleanValue);
    }

    /// Waits until a condition holds. While it throws, it does not hold yet.
    ///
    /// @param what the name of the condition in the message of a failure
    /// @return how long that took
    public static Duration holds(String what, Duration patience, Callable<Boolean> condition) {
        var start = System.nanoTime();
        if (!repeat(patience, () -> holdsNow(condition))) {
            throw new AssertionError("not within " + patience + ": " + what);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /// Waits until a value is the expected one.
    ///
    /// @return that value
    public static <T> T value(Supplier<T> ask, Predicate<? super T> expected) {
        var last = new AtomicReference<T>(ask.get());
        if (!expected.test(last.get()) && !repeat(PATIENCE, () -> {
            last.set(ask.get());
            return expected.test(last.get());
        })) {
            throw new AssertionError("still " + last + " after " + PATIENCE);
        }
        return last.get();
    }

    /// @return whether the condition holds in time
    private static boolean repeat(Duration patience, BooleanSupplier condition) {
        var deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }

    private static boolean holdsNow(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception notYet) {
            return false;
        }
    }
}
