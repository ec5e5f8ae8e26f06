package dev.onceward.internal.guard;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.KeyClaim.RedisIsAway;
import dev.onceward.internal.guard.memory.AnswersInMemory;
import dev.onceward.internal.guard.postgres.PostgresGuardStore;
import dev.onceward.internal.guard.redis.EntryState;
import dev.onceward.internal.guard.redis.RedisClaim;
import dev.onceward.internal.guard.redis.RedisClaim.EndedClaim;
import dev.onceward.internal.guard.redis.RedisClaim.HeldInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.TokenForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.TokenOfAnother;
import dev.onceward.internal.guard.redis.RedisClaim.TokenWritten;
import dev.onceward.internal.guard.redis.RedisEntries;
import dev.onceward.internal.guard.redis.RedisToken;
import dev.onceward.internal.postgres.DatabaseIdentity;

/// PostgreSQL decides who runs an operation and keeps the answers. The memory of this process and Redis answer repetitions before
/// PostgreSQL is asked. The steps are in RATIONALE.md, in the section "Guard".
public final class TieredGuardStore implements GuardStore {
    /// The number is the version of the entries.
    private static final String KIND = "op1";
    /// A lease is renewed after this time at the earliest. An older token may have been left behind.
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final PostgresGuardStore postgres;
    private final RedisEntries redis;
    private final AnswersInMemory memory;
    private final DatabaseIdentity identity;
    private final Duration longest;
    private final boolean needsRedis;

    /// @param memory of this process
    /// @param identity begins the names of the entries. It changes when an operator has changed a kept answer
    /// @param longest how long Redis keeps an answer at most
    /// @param needsRedis whether no operation runs while Redis does not answer
    public TieredGuardStore(PostgresGuardStore postgres, RedisEntries redis, AnswersInMemory memory,
            DatabaseIdentity identity,
            Duration longest, boolean needsRedis) {
        this.postgres = postgres;
        this.redis = redis;
        this.memory = memory;
        this.identity = identity;
        this.longest = longest;
        this.needsRedis = needsRedis;
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
        var token = RedisToken.random(request.entry(name, KIND), request.fingerprint());
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

    /// A token for another body may be one that PostgreSQL is about to refuse, so it says nothing about this body.
    private Future<KeyClaim> decide(ClaimRequest request, RedisToken own, RedisClaim found) {
        return switch (found) {
            case TokenWritten(var token) -> inPostgres(request, token);
            case TokenOfAnother(var _, var left) when isFresh(request, left) ->
                Future.succeededFuture(new LeasedByAnother(left));
            case TokenOfAnother(var other, var _) ->
                postgres.claim(request).compose(claim -> heal(other, claim).map(claim));
            case EndedClaim ended -> Future.succeededFuture(KeyClaim.ended(memory.remembered(own, ended)));
            case TokenForAnotherBody() -> postgres.claim(request);
            case HeldInRedis() -> postgres.claim(request);
        };
    }

    /// Whether the token was written within the last second. If it has the lease of an operation that is configured otherwise,
    /// its age is not known.
    private static boolean isFresh(ClaimRequest request, Duration left) {
        var age = request.lease().minus(left);
        return !age.isNegative() && age.compareTo(FRESH) < 0;
    }

    /// The call that wrote the token may have lost Redis before it could replace or delete it. If it has not, it writes the same,
    /// because PostgreSQL has decided.
    private Future<Void> heal(RedisToken other, KeyClaim claim) {
        return switch (claim) {
            case KeptAnswer _,EndedWithoutAnswer _,KeptFailure _ -> adopt(other, claim);
            default -> Future.succeededFuture();
        };
    }

    private Future<KeyClaim> inPostgres(ClaimRequest request, RedisToken token) {
        return postgres.claim(request)
                .recover(failure -> quietly(redis.free(token)).compose(_ -> Future.failedFuture(failure)))
                .compose(claim -> adopt(token, claim).map(claim instanceof ClaimGranted(var lease)
                        ? new ClaimGranted(lease.with(token))
                        : claim));
    }

    /// What PostgreSQL answered takes the place of the token. The times that are left count from a moment at which the token
    /// existed already, so Redis forgets an answer before PostgreSQL does.
    private Future<Void> adopt(RedisToken token, KeyClaim claim) {
        return switch (claim) {
            case ClaimGranted _ -> Future.succeededFuture();
            case KeptAnswer(var answer, var left) -> keep(token, EntryState.COMPLETED, answer, left);
            case EndedWithoutAnswer(var left) -> keep(token, EntryState.UNANSWERED, Buffer.buffer(), left);
            case KeptFailure(var error, var left) -> keep(token, EntryState.FAILED, Buffer.buffer(error), left);
            default -> quietly(redis.free(token));
        };
    }

    /// What Redis alone has lost is written again, and does not end the lease.
    @Override
    public Future<Boolean> renew(Lease lease) {
        var time = lease.request().lease();
        return postgres.renew(lease).compose(renewed -> (renewed
                ? quietly(lease, token -> redis.renew(token, time, time))
                : quietly(lease, redis::free)).map(renewed));
    }

    @Override
    public Future<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        return postgres.keep(lease, answer).compose(kept -> (kept
                ? remember(lease, answer)
                : quietly(lease, redis::free)).map(kept));
    }

    /// Keeps in Redis an answer that PostgreSQL keeps already.
    public Future<Void> remember(Lease lease, @Nullable Buffer answer) {
        var fitting = lease.request().fitting(answer);
        return quietly(lease, token -> fitting == null
                ? keep(token, EntryState.UNANSWERED, Buffer.buffer(), lease.request().retention())
                : keep(token, EntryState.COMPLETED, fitting, lease.request().retention()));
    }

    @Override
    public Future<Boolean> keepFailure(Lease lease, String failure) {
        return postgres.keepFailure(lease, failure).compose(kept -> (kept
                ? quietly(lease, token -> keep(token, EntryState.FAILED, Buffer.buffer(failure),
                        lease.request().retention()))
                : quietly(lease, redis::free)).map(kept));
    }

    @Override
    public Future<Boolean> release(Lease lease, String failure) {
        return postgres.release(lease, failure)
                .compose(released -> quietly(lease, redis::free).map(released));
    }

    @Override
    public Future<Boolean> isCompleted(Lease lease) {
        return postgres.isCompleted(lease);
    }

    private Future<Void> keep(RedisToken token, EntryState state, Buffer text, Duration kept) {
        var time = kept.compareTo(longest) < 0 ? kept : longest;
        memory.remember(token, state, text, time);
        return quietly(redis.keepSinceClaim(token, state, text, time));
    }

    private static Future<Void> quietly(Lease lease, Function<RedisToken, Future<?>> ask) {
        return lease.token().map(token -> quietly(ask.apply(token))).orElseGet(() -> Future.succeededFuture());
    }

    /// A Redis that does not answer costs time and nothing else: PostgreSQL has decided, and the entry ends with the lease.
    private static Future<Void> quietly(Future<?> asked) {
        return asked.<Void>mapEmpty().otherwiseEmpty();
    }
}
