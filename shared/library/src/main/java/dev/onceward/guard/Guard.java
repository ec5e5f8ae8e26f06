package dev.onceward.guard;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.netty.util.concurrent.EventExecutorGroup;
import io.quarkus.arc.DefaultBean;
import io.quarkus.arc.InjectableInstance;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Vertx;
import io.vertx.core.json.Json;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.LeaseLost;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.RedisUnavailable;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.GuardResult.Superseded;
import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.GuardStore;
import dev.onceward.internal.guard.KeepAnswerOrFailure;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.Abandoned;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.internal.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.KeyClaim.RedisIsAway;
import dev.onceward.internal.guard.KeyClaim.RedisIsBusy;
import dev.onceward.internal.guard.KeyClaim.SupersededBy;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.guard.RenewLease;
import dev.onceward.internal.guard.RenewLease.LeaseIsLost;
import dev.onceward.internal.postgres.CallerContext;

/// Runs operations once for each idempotency key: never twice at the same time, and never again after they completed,
/// within their retention. Repetitions get the answer of the first call.
@DefaultBean
@Singleton
public final class Guard {
    private final ChooseStore stores;
    private final RunUnprotected runUnprotected;
    private final EventExecutorGroup eventLoops;
    private final GuardCounts counts = new GuardCounts();

    /// @param redis exists if the application has configured it
    @Inject
    Guard(Pool pool, InjectableInstance<Redis> redis, GuardConfig config, Vertx vertx) {
        this(pool, redis.listActive().stream().findFirst(), config, vertx);
    }

    Guard(Pool pool, Optional<Redis> redis, GuardConfig config, Vertx vertx) {
        eventLoops = eventLoops(vertx);
        stores = new ChooseStore(pool, redis, config.checked());
        runUnprotected = new RunUnprotected(stores.redis(), counts, config.redis().pause(), eventLoops);
    }

    /// Deprecated because Vert.x 5 has it in an internal interface.
    @SuppressWarnings("deprecation")
    private static EventExecutorGroup eventLoops(Vertx vertx) {
        return vertx.nettyEventLoopGroup();
    }

    /// Runs an operation once. If it fails, the returned Uni fails in the same way and the next call runs the operation
    /// again, unless the operation keeps errors.
    ///
    /// @param type of the answer, which is kept as JSON
    public <T extends @Nullable Object> Uni<GuardResult<T>> once(Operation operation, GuardedRequest request,
            Class<T> type, Supplier<Uni<T>> handler) {
        return Uni.createFrom().deferred(() -> {
            var store = stores.of(operation, request);
            var wanted = request.wanted(operation);
            return answered(store, wanted, claim -> result(claim, type, lease -> run(operation, store, lease, handler),
                    () -> withoutRedis(operation, wanted, type, handler)));
        });
    }

    /// Runs an operation once, in a transaction that also keeps the answer. What the handler writes over the connection
    /// is rolled back if the lease is lost.
    ///
    /// @return fails with an IllegalArgumentException if the keys of the operation are in Redis alone
    public <T extends @Nullable Object> Uni<GuardResult<T>> onceInTransaction(Operation operation,
            GuardedRequest request, Class<T> type, Function<SqlConnection, Uni<T>> handler) {
        return Uni.createFrom().deferred(() -> {
            var store = stores.withTransactions(operation, request);
            return answered(store, request.wanted(operation), claim -> result(claim, type,
                    lease -> runInTransaction(operation, store, lease, handler), () -> item(new RedisUnavailable<>())));
        });
    }

    /// Makes a function idempotent: its calls have a key, and the function runs once for each key.
    ///
    /// @param type of the answer, which is kept as JSON
    public <I extends @Nullable Object, T extends @Nullable Object> IdempotentFunction<I, T> make(Operation operation,
            Class<T> type, Function<I, Uni<T>> function) {
        return new IdempotentFunction<>(this, operation, type, function);
    }

    /// What became of the calls of this process since it started.
    public GuardCounts counts() {
        return counts;
    }

    /// What this process remembers is the result at once. Any other call goes on even if the caller no longer waits: a client
    /// that gave up will call again, and must get the answer of this call. Its result comes on the context of the caller.
    private <T extends @Nullable Object> Uni<GuardResult<T>> answered(GuardStore store, ClaimRequest request,
            Function<KeyClaim, Uni<GuardResult<T>>> result) {
        var counted = result.andThen(uni -> uni.onItem().invoke(counts::count));
        return store.remembered(request).map(counted).orElseGet(() -> CallerContext
                .emitOn(claim(store, request).onItem().transformToUni(counted::apply))
                .memoize().indefinitely());
    }

    /// The operation runs on the context of its caller, also if PostgreSQL was asked because Redis took too long.
    private static Uni<KeyClaim> claim(GuardStore store, ClaimRequest request) {
        return CallerContext.emitOn(UniHelper.toUni(store.claim(request)));
    }

    private <T extends @Nullable Object> Uni<GuardResult<T>> withoutRedis(Operation operation, ClaimRequest request,
            Class<T> type, Supplier<Uni<T>> handler) {
        return switch (stores.withoutRedis(operation)) {
            case POSTGRES -> claim(stores.postgres(), request).onItem().transformToUni(claim -> result(claim, type,
                    lease -> run(operation, stores.postgres(), lease, handler), () -> item(new RedisUnavailable<>())));
            case REFUSE -> item(new RedisUnavailable<>());
            case WARN -> runUnprotected.run(request, handler).map(Completed::new);
        };
    }

    private static <T extends @Nullable Object> Uni<GuardResult<T>> result(KeyClaim claim, Class<T> type,
            Function<Lease, Uni<GuardResult<T>>> run, Supplier<Uni<GuardResult<T>>> withoutRedis) {
        return switch (claim) {
            case ClaimGranted(var lease) -> run.apply(lease);
            case KeptAnswer(var answer, var _) -> item(new Replayed<>(Json.decodeValue(answer, type)));
            case EndedWithoutAnswer _ -> item(new AnswerNotKept<>());
            case KeptFailure(var error, var _) -> item(new FailedEarlier<>(error));
            case LeasedByAnother(var left) -> item(InFlight.until(left));
            case ForAnotherRequest() -> item(new Mismatch<>());
            case SupersededBy(var current) -> item(new Superseded<>(current));
            case Abandoned() -> item(new Held<>());
            case RedisIsBusy() -> item(new RedisUnavailable<>());
            case RedisIsAway() -> withoutRedis.get();
        };
    }

    private static <T extends @Nullable Object> Uni<GuardResult<T>> item(GuardResult<T> result) {
        return Uni.createFrom().item(result);
    }

    private <T extends @Nullable Object> Uni<GuardResult<T>> run(Operation operation, GuardStore store, Lease lease,
            Supplier<Uni<T>> handler) {
        var end = new KeepAnswerOrFailure(store, operation.keepErrors(), eventLoops);
        return new RenewLease(store, eventLoops).during(lease, Uni.createFrom().deferred(handler::get))
                .onItemOrFailure().transformToUni((answer, failure) -> switch (failure) {
                    case null -> UniHelper.toUni(end.completed(lease, answer)
                            .map(kept -> kept ? new Completed<>(answer) : lost(lease)));
                    case LeaseIsLost _ -> item(lost(lease));
                    default -> failed(end, lease, failure)
                            .onItem().transformToUni(_ -> Uni.createFrom().failure(failure));
                });
    }

    private <T extends @Nullable Object> Uni<GuardResult<T>> runInTransaction(Operation operation, GuardStore store,
            Lease lease, Function<SqlConnection, Uni<T>> handler) {
        var end = new KeepAnswerOrFailure(store, operation.keepErrors(), eventLoops);
        var commit = new CommitWithAnswer<T>(stores.postgres(), stores.tiered(), lease);
        return new RenewLease(store, eventLoops).during(lease, commit.run(handler))
                .onFailure().recoverWithUni(failure -> failure instanceof LeaseIsLost
                        ? item(lost(lease))
                        : failed(end, lease, failure).onItem().transformToUni(_ -> commit.committedOr(failure)))
                .onItem().call(result -> result instanceof Completed
                        ? commit.remember()
                        : Uni.createFrom().voidItem());
    }

    private Uni<Boolean> failed(KeepAnswerOrFailure end, Lease lease, Throwable failure) {
        return end.failed(lease, failure).onItem().invoke(counts::countFailed);
    }

    private static <T extends @Nullable Object> GuardResult<T> lost(Lease lease) {
        Log.warnf("the guard does not keep an answer, because another call has claimed the key: %s", lease);
        return new LeaseLost<>();
    }
}
