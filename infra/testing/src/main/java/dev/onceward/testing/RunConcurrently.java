package dev.onceward.testing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Many tasks at the same moment.
public final class RunConcurrently {
    private RunConcurrently() {}

    /// Starts all tasks at once, when each has its thread, and waits for all.
    ///
    /// @return what the tasks return, in the order of their numbers
    public static <T> List<T> run(int times, IntFunction<Callable<T>> task)
            throws InterruptedException, ExecutionException {
        var ready = new CountDownLatch(times);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = IntStream.range(0, times).mapToObj(i -> threads.submit(() -> {
                ready.countDown();
                ready.await();
                return task.apply(i).call();
            })).toList();
            for (var each : tasks) {
                var _ = each.get();
            }
            return tasks.stream().map(Future::resultNow).toList();
        }
    }
}
