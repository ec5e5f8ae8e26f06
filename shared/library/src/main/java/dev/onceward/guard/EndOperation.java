package dev.onceward.guard;

import java.time.Duration;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.EncodeException;
import io.vertx.core.json.Json;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.LeaseLost;

/// Keeps the answer or the failure of an operation that has ended.
final class EndOperation {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final OperationKeys operationKeys;

    EndOperation(OperationKeys operationKeys) {
        this.operationKeys = operationKeys;
    }

    /// Tries again for as long as the lease, because the operation has completed and must not run again.
    <T extends @Nullable Object> Uni<GuardResult<T>> completed(Lease lease, T answer) {
        return operationKeys.keep(lease, encodedIfPossible(lease, answer))
                .onFailure().retry().withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .expireIn(lease.operation().lease().toMillis())
                .onItem().transformToUni(kept -> kept ? Uni.createFrom().item(true) : operationKeys.isCompleted(lease))
                .map(kept -> kept ? new Completed<>(answer) : lost(lease));
    }

    /// The operation has had its effect, so it must not run again even if its answer cannot be written as JSON.
    private static @Nullable Buffer encodedIfPossible(Lease lease, @Nullable Object answer) {
        try {
            return Json.encodeToBuffer(answer);
        } catch (EncodeException unsupported) {
            Log.warnf("the guard cannot keep an answer that is no JSON: %s cause=%s", lease, unsupported.toString());
            return null;
        }
    }

    /// Keeps the failure, or lets the next call run the operation. Returns false if the lease is lost or the operation
    /// has completed. The first attempt may get a broken connection of the pool. If PostgreSQL is unreachable, the lease
    /// ends by itself.
    Uni<Boolean> failed(Lease lease, Throwable failure) {
        var ended = lease.operation().keepErrors()
                ? operationKeys.keepFailure(lease, failure)
                : operationKeys.release(lease, failure);
        return ended.onFailure().retry().withBackOff(FIRST_PAUSE, LONGEST_PAUSE).atMost(3)
                .onFailure().invoke(cause -> Log.warnf("the guard could not release a key: %s cause=%s", lease,
                        cause.toString()))
                .onFailure().recoverWithItem(true);
    }

    static <T extends @Nullable Object> GuardResult<T> lost(Lease lease) {
        Log.warnf("the guard does not keep an answer, because another call has claimed the key: %s", lease);
        return new LeaseLost<>();
    }
}
