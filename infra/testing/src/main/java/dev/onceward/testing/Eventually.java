package dev.onceward.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.fail;

/// Asks again until the answer is right. For what another process does in its own time and tells nobody.
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Eventually() {}

    public static <T> T answer(Supplier<T> ask, Predicate<T> right) {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var answer = ask.get();
        while (!right.test(answer)) {
            if (System.nanoTime() > deadline) {
                fail("still %s after %s", answer, PATIENCE);
            }
            LockSupport.parkNanos(5_000_000);
            answer = ask.get();
        }
        return answer;
    }
}
