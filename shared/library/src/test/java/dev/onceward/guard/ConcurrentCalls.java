package dev.onceward.guard;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.testing.RunConcurrently;

import static org.assertj.core.api.Assertions.assertThat;

/// 500 calls of one key at the same time, with two bodies.
final class ConcurrentCalls {
    private static final int CALLS = 500;

    private ConcurrentCalls() {}

    static <T> List<GuardResult<T>> with(IntFunction<GuardResult<T>> call)
            throws InterruptedException, ExecutionException {
        return RunConcurrently.run(CALLS, n -> () -> call.apply(n));
    }

    /// One call completed the operation. Calls with its body got the answer or came meanwhile, and calls with the other body
    /// are refused or came meanwhile.
    static <T> void assertOneBodyWon(List<GuardResult<T>> results, IntPredicate isFirstBody) {
        var winners = IntStream.range(0, CALLS).filter(n -> results.get(n) instanceof Completed).toArray();
        assertThat(winners).hasSize(1);
        IntStream.range(0, CALLS).forEach(n -> {
            if (isFirstBody.test(n) == isFirstBody.test(winners[0])) {
                assertThat(results.get(n)).isInstanceOfAny(Completed.class, Replayed.class, InFlight.class);
            } else {
                assertThat(results.get(n)).isInstanceOfAny(Mismatch.class, InFlight.class);
            }
        });
    }
}
