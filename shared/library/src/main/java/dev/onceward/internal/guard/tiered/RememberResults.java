package dev.onceward.internal.guard.tiered;

import java.time.Duration;
import java.util.function.Function;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.guard.memory.AnswersInMemory;
import dev.onceward.internal.guard.redis.EntryState;
import dev.onceward.internal.guard.redis.RedisEntries;
import dev.onceward.internal.guard.redis.RedisToken;

/// Remembers in memory and in Redis what PostgreSQL has decided, so that it need not be asked again. A Redis that does not answer costs
/// time and nothing else: the entry ends with the lease.
final class RememberResults {
    private final RedisEntries redis;
    private final AnswersInMemory memory;
    private final Duration longest;

    /// @param memory of this process
    /// @param longest how long Redis keeps an answer at most
    RememberResults(RedisEntries redis, AnswersInMemory memory, Duration longest) {
        this.redis = redis;
        this.memory = memory;
        this.longest = longest;
    }

    /// What PostgreSQL answered takes the place of the token. The times that are left count from a moment at which the token
    /// existed already, so Redis forgets an answer before PostgreSQL does.
    Future<Void> replace(RedisToken token, KeyClaim claim) {
        return switch (claim) {
            case ClaimGranted _ -> Future.succeededFuture();
            case KeptAnswer(var answer, var left) -> keep(token, EntryState.COMPLETED, answer, left);
            case EndedWithoutAnswer(var left) -> keep(token, EntryState.UNANSWERED, Buffer.buffer(), left);
            case KeptFailure(var error, var left) -> keep(token, EntryState.FAILED, Buffer.buffer(error), left);
            default -> free(token);
        };
    }

    /// The call that wrote the token may have lost Redis before it could replace or delete it. If it has not, it writes the same,
    /// because PostgreSQL has decided.
    Future<Void> heal(RedisToken other, KeyClaim claim) {
        return switch (claim) {
            case KeptAnswer _,EndedWithoutAnswer _,KeptFailure _ -> replace(other, claim);
            default -> Future.succeededFuture();
        };
    }

    Future<Void> remember(Lease lease, @Nullable Buffer answer) {
        var fitting = lease.request().fitting(answer);
        return withToken(lease, token -> fitting == null
                ? keep(token, EntryState.UNANSWERED, Buffer.buffer(), lease.request().retention())
                : keep(token, EntryState.COMPLETED, fitting, lease.request().retention()));
    }

    Future<Void> rememberFailure(Lease lease, String failure) {
        return withToken(lease,
                token -> keep(token, EntryState.FAILED, Buffer.buffer(failure), lease.request().retention()));
    }

    /// What Redis alone has lost is written again, and does not end the lease.
    Future<Void> renew(Lease lease) {
        var time = lease.request().lease();
        return withToken(lease, token -> inRedis(token, sent -> redis.renew(sent, time, time)));
    }

    Future<Void> free(Lease lease) {
        return withToken(lease, this::free);
    }

    Future<Void> free(RedisToken token) {
        return inRedis(token, redis::free);
    }

    private Future<Void> keep(RedisToken token, EntryState state, Buffer text, Duration kept) {
        var time = kept.compareTo(longest) < 0 ? kept : longest;
        memory.remember(token, state, text, time);
        return inRedis(token, sent -> redis.keepSinceClaim(sent, state, text, time));
    }

    private static Future<Void> withToken(Lease lease, Function<RedisToken, Future<Void>> remember) {
        return lease.token().map(remember).orElseGet(Future::succeededFuture);
    }

    private static Future<Void> inRedis(RedisToken token, Function<RedisToken, Future<?>> ask) {
        return token.isSent() ? ask.apply(token).<Void>mapEmpty().otherwiseEmpty() : Future.succeededFuture();
    }
}
