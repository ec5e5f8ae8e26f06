package dev.onceward.internal.guard;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.groups.UniRetry;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.EncodeException;
import io.vertx.core.json.Json;
import org.jspecify.annotations.Nullable;

/// Keeps the answer or the failure of an operation that has ended.
public final class KeepAnswerOrFailure {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int MOST_OF_ERROR = 1000;

    private final GuardStore store;
    private final boolean keepErrors;
    private final ScheduledExecutorService timers;

    /// @param keepErrors whether a failure is kept like an answer
    /// @param timers whose threads never block
    public KeepAnswerOrFailure(GuardStore store, boolean keepErrors, ScheduledExecutorService timers) {
        this.store = store;
        this.keepErrors = keepErrors;
        this.timers = timers;
    }

    /// Returns false if the lease is lost. Tries again for as long as the lease, because the operation has completed and
    /// must not run again.
    public Future<Boolean> completed(Lease lease, @Nullable Object answer) {
        return keep(lease, encodedIfPossible(lease.request().key(), answer));
    }

    /// Like [#completed], with an answer that is JSON already.
    ///
    /// @param answer null if it cannot be kept
    public Future<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        return store.keep(lease, answer)
                .recover(_ -> UniHelper.toFuture(again(() -> store.keep(lease, answer))
                        .expireIn(lease.request().lease().toMillis())))
                .compose(kept -> kept ? Future.succeededFuture(true) : store.isCompleted(lease));
    }

    /// The first attempt may have got a broken connection of the pool.
    private UniRetry<Boolean> again(Supplier<Future<Boolean>> attempt) {
        return Uni.createFrom().deferred(() -> UniHelper.toUni(attempt.get()))
                .onFailure().retry().withExecutor(timers).withBackOff(FIRST_PAUSE, LONGEST_PAUSE);
    }

    /// The operation has had its effect, so it must not run again even if its answer cannot be written as JSON.
    public static @Nullable Buffer encodedIfPossible(GuardedKey key, @Nullable Object answer) {
        try {
            return Json.encodeToBuffer(answer);
        } catch (EncodeException unsupported) {
            Log.warnf("the guard cannot keep an answer that is no JSON: %s cause=%s", key, text(unsupported));
            return null;
        }
    }

    /// Keeps the failure, or lets the next call run the operation. Returns false if the lease is lost or the operation
    /// has completed. If PostgreSQL is unreachable, the lease ends by itself.
    public Uni<Boolean> failed(Lease lease, Throwable failure) {
        var text = text(failure);
        return again(() -> keepErrors ? store.keepFailure(lease, text) : store.release(lease, text)).atMost(3)
                .onFailure().invoke(cause -> Log.warnf("the guard could not release a key: %s cause=%s", lease,
                        cause.toString()))
                .onFailure().recoverWithItem(true);
    }

    /// PostgreSQL takes no NUL, and whoever raised the failure may have put anything into its text.
    private static String text(Throwable failure) {
        var text = failure.toString().codePoints().limit(MOST_OF_ERROR)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c);
        return text.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }
}
