package dev.onceward.bench.run;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.vertx.core.Future;

import static java.util.concurrent.TimeUnit.MINUTES;

/// Lets the command line wait for the event loop, which itself never waits.
public final class Await {
    private Await() {}

    /// Throws the failure, or a timeout if there is no result in time.
    public static <T> T result(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().orTimeout(5, MINUTES).join();
    }

    public static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
