package dev.onceward.guard;

import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.KeyClaim.Abandoned;
import dev.onceward.guard.KeyClaim.ClaimGranted;
import dev.onceward.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.guard.KeyClaim.KeptAnswer;
import dev.onceward.guard.KeyClaim.KeptFailure;
import dev.onceward.guard.KeyClaim.LeasedByAnother;
import dev.onceward.guard.RenewLease.LeaseIsLost;

/// Runs operations once for each idempotency key: never twice at the same time, and never again after they completed,
/// within their retention. Repetitions get the answer of the first call.
@DefaultBean
@Singleton
public final class Guard {
    private final OperationKeys operationKeys;
    private final RenewLease renewLease;
    private final EndOperation endOperation;

    Guard(Pool pool) {
        operationKeys = new OperationKeys(pool);
        renewLease = new RenewLease(operationKeys);
        endOperation = new EndOperation(operationKeys);
    }

    /// Runs an operation once. If it fails, the returned Uni fails in the same way and the next call runs the operation
    /// again, unless the operation keeps errors.
    ///
    /// @param type of the answer, which is kept as JSON
    public <T extends @Nullable Object> Uni<GuardResult<T>> once(Operation operation, GuardedRequest request,
            Class<T> type, Supplier<Uni<T>> handler) {
        return guarded(operation, request, type, lease -> run(lease, handler));
    }

    /// Runs an operation once, in a transaction that also keeps the answer. What the handler writes over the connection
    /// is rolled back if the lease is lost.
    public <T extends @Nullable Object> Uni<GuardResult<T>> onceInTransaction(Operation operation,
            GuardedRequest request, Class<T> type, Function<SqlConnection, Uni<T>> handler) {
        return guarded(operation, request, type, lease -> runInTransaction(lease, handler));
    }

    /// The call goes on even if the caller no longer waits: a client that gave up will call again, and must get the answer
    /// of this call.
    private <T extends @Nullable Object> Uni<GuardResult<T>> guarded(Operation operation, GuardedRequest request,
            Class<T> type, Function<Lease, Uni<GuardResult<T>>> run) {
        return Uni.createFrom().deferred(() -> operationKeys.claim(operation, request)
                .onItem().transformToUni(claim -> result(claim, type, run))
                .memoize().indefinitely());
    }

    private static <T extends @Nullable Object> Uni<GuardResult<T>> result(KeyClaim claim, Class<T> type,
            Function<Lease, Uni<GuardResult<T>>> run) {
        return switch (claim) {
            case ClaimGranted(var lease) -> run.apply(lease);
            case KeptAnswer(var answer) -> item(new Replayed<>(Json.decodeValue(answer, type)));
            case EndedWithoutAnswer() -> item(new AnswerNotKept<>());
            case KeptFailure(var error) -> item(new FailedEarlier<>(error));
            case LeasedByAnother(var left) -> item(new InFlight<>(left));
            case ForAnotherRequest() -> item(new Mismatch<>());
            case Abandoned() -> item(new Held<>());
        };
    }

    private static <T extends @Nullable Object> Uni<GuardResult<T>> item(GuardResult<T> result) {
        return Uni.createFrom().item(result);
    }

    private <T extends @Nullable Object> Uni<GuardResult<T>> run(Lease lease, Supplier<Uni<T>> handler) {
        return renewLease.during(lease, Uni.createFrom().deferred(handler::get))
                .onItemOrFailure().transformToUni((answer, failure) -> switch (failure) {
                    case null -> endOperation.completed(lease, answer);
                    case LeaseIsLost _ -> item(EndOperation.lost(lease));
                    default -> endOperation.failed(lease, failure)
                            .onItem().transformToUni(_ -> Uni.createFrom().failure(failure));
                });
    }

    private <T extends @Nullable Object> Uni<GuardResult<T>> runInTransaction(Lease lease,
            Function<SqlConnection, Uni<T>> handler) {
        var commit = new CommitWithAnswer<T>(operationKeys, lease);
        return renewLease.during(lease, commit.run(handler))
                .onFailure().recoverWithUni(failure -> failure instanceof LeaseIsLost
                        ? item(EndOperation.lost(lease))
                        : endOperation.failed(lease, failure)
                                .onItem().transformToUni(_ -> commit.committedOr(failure)));
    }
}
