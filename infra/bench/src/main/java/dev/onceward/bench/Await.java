package dev.onceward.bench;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.vertx.core.Future;

import static java.util.concurrent.TimeUnit.MINUTES;

/// The command line waits for the event loop, and never the other way round.
final class Await {
    private Await() {}

    static <T> T result(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(5, MINUTES);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } catch (TimeoutException late) {
            throw new IllegalStateException("the event loop stands still", late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
