package dev.onceward.internal.guard.model;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.redis.client.Redis;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.Abandoned;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.guard.memory.AnswersInMemory;
import dev.onceward.internal.guard.postgres.PostgresGuardStore;
import dev.onceward.internal.guard.redis.RedisEntries;
import dev.onceward.internal.guard.redis.RunRedisScript;
import dev.onceward.internal.guard.tiered.TieredGuardStore;
import dev.onceward.internal.guard.tiered.TieredGuardStore.UseOfRedis;
import dev.onceward.internal.postgres.DatabaseIdentity;

/// One call of the guard's store, with a gate before each command to Redis. Each step ends when the call waits or has ended.
final class RealCall {
    private static final Duration LONG = Duration.ofHours(1);

    private final TieredGuardStore store;
    private final GatedRedis gate;
    private volatile CompletableFuture<String> step = new CompletableFuture<>();
    private volatile boolean hasCrashed;
    private @Nullable Lease lease;

    RealCall(PostgresGuardStore postgres, Redis redis, DatabaseIdentity identity, UnaryOperator<String> script) {
        gate = new GatedRedis(redis.getDelegate(), script, () -> end(ModelOfCall.WAITS));
        var asked = new RunRedisScript(Optional.of(Redis.newInstance(gate)), false, LONG, Duration.ZERO);
        store = new TieredGuardStore(postgres, new RedisEntries(asked), new AnswersInMemory(0), identity,
                new UseOfRedis(LONG, 0, false));
    }

    String claim(ClaimRequest request) {
        return start(() -> store.claim(request).map(this::text));
    }

    String renew() {
        return start(() -> UniHelper.toFuture(store.renew(lease()).map(String::valueOf)));
    }

    String keep(String answer) {
        return start(() -> store.keep(lease(), Buffer.buffer(answer)).map(String::valueOf));
    }

    String keepFailure(String failure) {
        return start(() -> store.keepFailure(lease(), failure).map(String::valueOf));
    }

    String release() {
        return start(() -> store.release(lease(), "no card").map(String::valueOf));
    }

    String isCompleted() {
        return start(() -> store.isCompleted(lease()).map(String::valueOf));
    }

    String goOn() {
        return after(gate::run);
    }

    String goOnUnanswered() {
        return after(gate::runUnanswered);
    }

    String goOnWithout() {
        return after(gate::lose);
    }

    GatedRedis gate() {
        return gate;
    }

    /// 0 if the key was not granted.
    long generation() {
        return lease == null ? 0 : lease.generation();
    }

    /// It never goes on.
    void crash() {
        hasCrashed = true;
    }

    /// Waits until the call waits again or has ended.
    String after(Runnable action) {
        step = new CompletableFuture<>();
        action.run();
        return step.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private String start(Supplier<Future<String>> call) {
        return after(() -> {
            var _ = call.get().otherwise(Throwable::toString).onSuccess(this::end);
        });
    }

    private void end(String result) {
        if (!hasCrashed) {
            var _ = step.complete(result);
        }
    }

    private Lease lease() {
        if (lease == null) {
            throw new IllegalStateException("the key was not granted");
        }
        return lease;
    }

    private String text(KeyClaim claim) {
        return switch (claim) {
            case ClaimGranted(var granted) -> {
                lease = granted;
                yield ModelOfKey.GRANTED;
            }
            case LeasedByAnother _ -> ModelOfKey.IN_FLIGHT;
            case ForAnotherRequest() -> ModelOfKey.MISMATCH;
            case Abandoned() -> ModelOfKey.HELD;
            case KeptAnswer(var answer, var _) -> ModelOfKey.State.COMPLETED.of(answer.toString());
            case KeptFailure(var error, var _) -> ModelOfKey.State.FAILED.of(error);
            default -> claim.toString();
        };
    }
}
