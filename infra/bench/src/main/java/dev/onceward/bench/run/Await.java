package dev.onceward.bench.run;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.vertx.core.Future;

import static java.util.concurrent.TimeUnit.MINUTES;

/// The command line waits for the event loop, and never the other way round.
public final class Await {
    private Await() {}

    /// Throws what failed, also when nothing comes in time.
    public static <T> T result(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().orTimeout(5, MINUTES).join();
    }

    public static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
