package dev.onceward.internal.guard;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.KeyClaim.Abandoned;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.KeyClaim.RedisIsAway;
import dev.onceward.internal.guard.KeyClaim.RedisIsBusy;
import dev.onceward.internal.guard.redis.EntryState;
import dev.onceward.internal.guard.redis.RedisClaim;
import dev.onceward.internal.guard.redis.RedisClaim.EndedClaim;
import dev.onceward.internal.guard.redis.RedisClaim.HeldInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.TokenForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.TokenOfAnother;
import dev.onceward.internal.guard.redis.RedisClaim.TokenWritten;
import dev.onceward.internal.guard.redis.RedisEntries;
import dev.onceward.internal.guard.redis.RedisToken;
import dev.onceward.internal.guard.redis.RunRedisScript.TooManyWait;

/// Keeps keys and answers in Redis alone. What Redis loses is lost: by FLUSHALL, by a failover before the replica has the
/// last entries, by eviction, by a restart without persistence. Then an operation may run again, also while it runs already.
public final class RedisGuardStore implements GuardStore {
    /// The number is the version of the entries.
    private static final String KIND = "only1";

    private final RedisEntries redis;
    private final String owner;

    /// @param owner what tells the keys of two deployments in one Redis apart
    public RedisGuardStore(RedisEntries redis, String owner) {
        this.redis = redis;
        this.owner = owner;
    }

    @Override
    public Future<KeyClaim> claim(ClaimRequest request) {
        var token = RedisToken.random(request.entry(owner, KIND), request.fingerprint());
        return redis.claim(token, request.lease(), keptUntilEnd(request), request.hold())
                .map(found -> claim(request, found))
                .otherwise(failure -> failure instanceof TooManyWait ? new RedisIsBusy() : new RedisIsAway());
    }

    private static KeyClaim claim(ClaimRequest request, RedisClaim found) {
        return switch (found) {
            case TokenWritten(var token) -> new ClaimGranted(Lease.inRedis(request, token));
            case TokenOfAnother(var _, var left) -> new LeasedByAnother(left);
            case TokenForAnotherBody() -> new ForAnotherRequest();
            case EndedClaim ended -> KeyClaim.ended(ended);
            case HeldInRedis() -> new Abandoned();
        };
    }

    @Override
    public Uni<Boolean> renew(Lease lease) {
        return Uni.createFrom().deferred(() -> UniHelper
                .toUni(redis.renew(token(lease), lease.request().lease(), keptUntilEnd(lease.request()))));
    }

    @Override
    public Future<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        var fitting = lease.request().fitting(answer);
        return fitting == null
                ? keep(lease, EntryState.UNANSWERED, Buffer.buffer())
                : keep(lease, EntryState.COMPLETED, fitting);
    }

    @Override
    public Future<Boolean> keepFailure(Lease lease, String failure) {
        return keep(lease, EntryState.FAILED, Buffer.buffer(failure));
    }

    @Override
    public Future<Boolean> release(Lease lease, String failure) {
        return keep(lease, EntryState.PENDING, Buffer.buffer(failure));
    }

    /// To keep an answer again and to renew an ended lease succeed under the same token, so a refusal means another token.
    @Override
    public Future<Boolean> isCompleted(Lease lease) {
        return Future.succeededFuture(false);
    }

    private Future<Boolean> keep(Lease lease, EntryState state, Buffer text) {
        return redis.keep(token(lease), state, text, lease.request().retention());
    }

    private static RedisToken token(Lease lease) {
        return lease.token().orElseThrow();
    }

    /// A key that is held for an operator never expires. Any other is kept for longer than its lease, so that its body is
    /// known when another call takes it over.
    private static Duration keptUntilEnd(ClaimRequest request) {
        if (request.hold()) {
            return KeyClaim.FOREVER;
        }
        return request.retention().compareTo(request.lease()) > 0 ? request.retention() : request.lease();
    }
}
