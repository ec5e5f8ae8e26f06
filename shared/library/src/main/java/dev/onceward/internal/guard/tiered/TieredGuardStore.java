package dev.onceward.internal.guard.tiered;

import java.time.Duration;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.GuardStore;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.internal.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.KeyClaim.RedisIsAway;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.guard.memory.AnswersInMemory;
import dev.onceward.internal.guard.postgres.PostgresGuardStore;
import dev.onceward.internal.guard.redis.RedisClaim;
import dev.onceward.internal.guard.redis.RedisClaim.EndedClaim;
import dev.onceward.internal.guard.redis.RedisClaim.HeldInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.TokenForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.TokenOfAnother;
import dev.onceward.internal.guard.redis.RedisClaim.TokenWritten;
import dev.onceward.internal.guard.redis.RedisEntries;
import dev.onceward.internal.guard.redis.RedisToken;
import dev.onceward.internal.postgres.DatabaseIdentity;
import dev.onceward.internal.redis.RecentDuplicates;

/// PostgreSQL decides who runs an operation and keeps the answers. The memory of this process and Redis answer repetitions before
/// PostgreSQL is asked. The steps are in RATIONALE.md, in the section "Guard".
public final class TieredGuardStore implements GuardStore {
    /// The number is the version of the entries.
    private static final String KIND = "op1";

    private final PostgresGuardStore postgres;
    private final RedisEntries redis;
    private final AnswersInMemory memory;
    private final DatabaseIdentity identity;
    private final RememberResults results;
    private final DuplicatesByOperation duplicates;
    private final boolean needsRedis;

    /// How a store uses Redis.
    ///
    /// @param longest how long Redis keeps an answer at most
    /// @param minDuplicates the least number of repetitions for each thousand new keys of an operation
    /// @param isNeeded whether no operation runs while Redis does not answer
    public record UseOfRedis(Duration longest, int minDuplicates, boolean isNeeded) {}

    /// @param memory of this process
    /// @param identity begins the names of the entries. It changes when an operator has changed a kept answer
    public TieredGuardStore(PostgresGuardStore postgres, RedisEntries redis, AnswersInMemory memory,
            DatabaseIdentity identity, UseOfRedis use) {
        this.postgres = postgres;
        this.redis = redis;
        this.memory = memory;
        this.identity = identity;
        this.duplicates = new DuplicatesByOperation(use.minDuplicates());
        this.results = new RememberResults(redis, memory, use.longest());
        this.needsRedis = use.isNeeded();
    }

    @Override
    public Optional<KeyClaim> remembered(ClaimRequest request) {
        return redis.isAvailable()
                ? identity.fresh().flatMap(name -> memory.find(request.entry(name, KIND), request.fingerprint()))
                        .map(KeyClaim::ended)
                : Optional.empty();
    }

    @Override
    public Future<KeyClaim> claim(ClaimRequest request) {
        if (!redis.isAvailable()) {
            return withoutRedis(request);
        }
        var fresh = identity.fresh();
        return fresh.isPresent()
                ? claim(request, fresh.get())
                : UniHelper.toFuture(identity.known()).compose(name -> name.isPresent()
                        ? claim(request, name.get())
                        : postgres.claim(request));
    }

    private Future<KeyClaim> claim(ClaimRequest request, String name) {
        var recent = duplicates.of(request.key().operation());
        var entry = request.entry(name, KIND);
        return (needsRedis || recent.areEnough()
                ? inRedis(request, RedisToken.random(entry, request.fingerprint()))
                : inPostgres(request, RedisToken.unsent(entry, request.fingerprint())))
                .onSuccess(claim -> count(recent, claim));
    }

    /// Redis knows nothing of an operation that runs or is held, so repetitions of these do not count.
    private static void count(RecentDuplicates recent, KeyClaim claim) {
        switch (claim) {
            case ClaimGranted _ -> recent.countNew();
            case KeptAnswer _,EndedWithoutAnswer _,KeptFailure _,ForAnotherRequest _ -> recent.countDuplicate();
            default -> {
            }
        }
    }

    private Future<KeyClaim> inRedis(ClaimRequest request, RedisToken token) {
        return redis.claim(token, request.lease(), request.lease(), false)
                .transform(found -> found.succeeded()
                        ? decide(request, token, found.result())
                        : withoutAnswer(request, token));
    }

    /// Redis may have written the token although its answer did not come.
    private Future<KeyClaim> withoutAnswer(ClaimRequest request, RedisToken token) {
        return needsRedis ? withoutRedis(request) : inPostgres(request, token);
    }

    private Future<KeyClaim> withoutRedis(ClaimRequest request) {
        return needsRedis ? Future.succeededFuture(new RedisIsAway()) : postgres.claim(request);
    }

    /// A token only says that a call has claimed the key, and not what PostgreSQL has answered it.
    private Future<KeyClaim> decide(ClaimRequest request, RedisToken own, RedisClaim found) {
        return switch (found) {
            case TokenWritten(var token) -> inPostgres(request, token);
            case TokenOfAnother(var other, var _) ->
                postgres.claim(request).compose(claim -> results.heal(other, claim).map(claim));
            case EndedClaim ended -> Future.succeededFuture(KeyClaim.ended(memory.remembered(own, ended)));
            case TokenForAnotherBody() -> postgres.claim(request);
            case HeldInRedis() -> postgres.claim(request);
        };
    }

    private Future<KeyClaim> inPostgres(ClaimRequest request, RedisToken token) {
        return postgres.claim(request)
                .recover(failure -> results.free(token).compose(_ -> Future.failedFuture(failure)))
                .compose(claim -> results.replace(token, claim).map(claim instanceof ClaimGranted(var lease)
                        ? new ClaimGranted(lease.with(token))
                        : claim));
    }

    @Override
    public Uni<Boolean> renew(Lease lease) {
        return postgres.renew(lease)
                .onItem().call(renewed -> UniHelper.toUni(renewed ? results.renew(lease) : results.free(lease)));
    }

    @Override
    public Future<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        return postgres.keep(lease, answer)
                .compose(kept -> (kept ? remember(lease, answer) : results.free(lease)).map(kept));
    }

    /// Remembers an answer that PostgreSQL keeps already.
    public Future<Void> remember(Lease lease, @Nullable Buffer answer) {
        return results.remember(lease, answer);
    }

    @Override
    public Future<Boolean> keepFailure(Lease lease, String failure) {
        return postgres.keepFailure(lease, failure)
                .compose(kept -> (kept ? results.rememberFailure(lease, failure) : results.free(lease)).map(kept));
    }

    @Override
    public Future<Boolean> release(Lease lease, String failure) {
        return postgres.release(lease, failure).compose(released -> results.free(lease).map(released));
    }

    @Override
    public Future<Boolean> isCompleted(Lease lease) {
        return postgres.isCompleted(lease);
    }
}
