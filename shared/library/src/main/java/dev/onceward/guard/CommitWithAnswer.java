package dev.onceward.guard;

import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.guard.RenewLease.LeaseIsLost;
import dev.onceward.internal.guard.postgres.PostgresGuardStore;
import dev.onceward.internal.guard.tiered.TieredGuardStore;

/// Runs an operation in a transaction that also keeps its answer. It finds out whether the transaction was committed even
/// if the answer to its COMMIT is lost.
final class CommitWithAnswer<T extends @Nullable Object> {
    private final PostgresGuardStore postgres;
    private final TieredGuardStore tiered;
    private final Lease lease;
    private volatile @Nullable AnswerToCommit<T> toCommit;

    private record AnswerToCommit<T extends @Nullable Object>(GuardResult<T> result, Buffer answer) {}

    CommitWithAnswer(PostgresGuardStore postgres, TieredGuardStore tiered, Lease lease) {
        this.postgres = postgres;
        this.tiered = tiered;
        this.lease = lease;
    }

    Uni<GuardResult<T>> run(Function<SqlConnection, Uni<T>> handler) {
        return postgres.inTransaction(transaction -> handler.apply(transaction)
                .onItem().transformToUni(answer -> keep(transaction, answer)));
    }

    /// Fails if the lease is lost, so that the transaction is rolled back.
    private Uni<GuardResult<T>> keep(SqlConnection transaction, T answer) {
        var completed = new AnswerToCommit<T>(new Completed<>(answer), Json.encodeToBuffer(answer));
        return postgres.keep(transaction, lease, completed.answer())
                .onItem().transformToUni(kept -> kept
                        ? Uni.createFrom().item(completed.result())
                        : Uni.createFrom().failure(new LeaseIsLost(lease)))
                .onItem().invoke(() -> toCommit = completed);
    }

    /// Whether the transaction was committed although its connection was lost. Whoever asks has waited for the lock of
    /// the key before, so that a commit under way has ended.
    Uni<GuardResult<T>> committedOr(Throwable failure) {
        var expected = toCommit;
        return expected == null
                ? Uni.createFrom().failure(failure)
                : UniHelper.toUni(postgres.isCompleted(lease)).onItem().transformToUni(isCompleted -> isCompleted
                        ? Uni.createFrom().item(expected.result())
                        : Uni.createFrom().failure(failure));
    }

    /// Keeps the answer in Redis as well, after the commit.
    Uni<Void> remember() {
        var committed = toCommit;
        return committed == null
                ? Uni.createFrom().voidItem()
                : UniHelper.toUni(tiered.remember(lease, committed.answer()));
    }
}
