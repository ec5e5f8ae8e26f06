package dev.onceward.guard;

import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.RenewLease.LeaseIsLost;

/// Runs an operation in a transaction that also keeps its answer. It finds out whether the transaction was committed even
/// if the answer to its COMMIT is lost.
final class CommitWithAnswer<T extends @Nullable Object> {
    private final OperationKeys operationKeys;
    private final Lease lease;
    private volatile @Nullable GuardResult<T> toCommit;

    CommitWithAnswer(OperationKeys operationKeys, Lease lease) {
        this.operationKeys = operationKeys;
        this.lease = lease;
    }

    Uni<GuardResult<T>> run(Function<SqlConnection, Uni<T>> handler) {
        return operationKeys.inTransaction(transaction -> handler.apply(transaction)
                .onItem().transformToUni(answer -> keep(transaction, answer)));
    }

    /// Fails if the lease is lost, so that the transaction is rolled back.
    private Uni<GuardResult<T>> keep(SqlConnection transaction, T answer) {
        GuardResult<T> completed = new Completed<>(answer);
        return operationKeys.keep(transaction, lease, Json.encodeToBuffer(answer))
                .onItem().transformToUni(kept -> kept
                        ? Uni.createFrom().item(completed)
                        : Uni.createFrom().failure(new LeaseIsLost(lease)))
                .onItem().invoke(() -> toCommit = completed);
    }

    /// Whether the transaction was committed although its connection was lost. Whoever asks has waited for the lock of
    /// the key before, so that a commit under way has ended.
    Uni<GuardResult<T>> committedOr(Throwable failure) {
        var result = toCommit;
        return result == null
                ? Uni.createFrom().failure(failure)
                : operationKeys.isCompleted(lease).onItem().transformToUni(isCompleted -> isCompleted
                        ? Uni.createFrom().item(result)
                        : Uni.createFrom().failure(failure));
    }
}
