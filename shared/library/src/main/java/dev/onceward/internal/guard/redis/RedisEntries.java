package dev.onceward.internal.guard.redis;

import java.time.Duration;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

import dev.onceward.internal.guard.redis.RedisClaim.EndedForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.EndedInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.HeldInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.TokenForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.TokenOfAnother;
import dev.onceward.internal.guard.redis.RedisClaim.TokenWritten;
import dev.onceward.internal.redis.RedisScript;

import static java.util.Objects.requireNonNull;

/// Runs the scripts for the entries of a guard in Redis. Each fails if Redis does not answer.
public final class RedisEntries {
    private static final RedisScript CLAIM = RedisScript.beside(RedisEntries.class, "claim");
    private static final RedisScript RENEW = RedisScript.beside(RedisEntries.class, "renew");
    private static final RedisScript KEEP = RedisScript.beside(RedisEntries.class, "keep");
    private static final RedisScript FREE = RedisScript.beside(RedisEntries.class, "free");

    private final RunRedisScript redis;

    public RedisEntries(RunRedisScript redis) {
        this.redis = redis;
    }

    public boolean isAvailable() {
        return redis.isToBeAsked();
    }

    /// @param kept how long Redis keeps the entry while the operation runs, at least as long as the lease
    /// @param hold whether nobody may take over an entry whose lease has ended
    public Future<RedisClaim> claim(RedisToken token, Duration lease, Duration kept, boolean hold) {
        return redis.run(CLAIM, script -> of(token, script).arg(token.fingerprint().text()).arg(lease.toMillis())
                .arg(kept.toMillis()).arg(hold ? 1 : 0)).map(found -> claim(token, found));
    }

    private static RedisClaim claim(RedisToken token, Response found) {
        return switch (found.get(0).toString()) {
            case "granted" -> new TokenWritten(token.claimedAt(time(found)));
            case "processing" -> new TokenOfAnother(token.ofAnother(found.get(3).toString(), time(found)), left(found));
            case "competes" -> new TokenForAnotherBody();
            case "mismatch" -> new EndedForAnotherBody();
            case "held" -> new HeldInRedis();
            case String ended -> new EndedInRedis(EntryState.of(ended), found.get(3).toBuffer(),
                    left(found));
        };
    }

    private static long time(Response found) {
        return requireNonNull(found.get(1).toLong());
    }

    private static Duration left(Response found) {
        return Duration.ofMillis(requireNonNull(found.get(2).toLong()));
    }

    /// Returns false if another token has the key.
    public Future<Boolean> renew(RedisToken token, Duration lease, Duration kept) {
        return redis.run(RENEW, script -> of(token, script).arg(token.fingerprint().text()).arg(lease.toMillis())
                .arg(kept.toMillis())).map(RedisEntries::changed);
    }

    /// Keeps an answer or error from now on. Returns false if another token has the key.
    public Future<Boolean> keep(RedisToken token, EntryState state, Buffer text, Duration kept) {
        return redis.run(KEEP, script -> kept(script, token, state, text, kept).arg("")).map(RedisEntries::changed);
    }

    /// Keeps an answer or error for a time that began when the token was written.
    public Future<Boolean> keepSinceClaim(RedisToken token, EntryState state, Buffer text, Duration kept) {
        return token.claimedAt().isEmpty()
                ? free(token)
                : redis.run(KEEP,
                        script -> kept(script, token, state, text, kept).arg(token.claimedAt().getAsLong()))
                        .map(RedisEntries::changed);
    }

    private static Request kept(Request script, RedisToken token, EntryState state, Buffer text, Duration kept) {
        return of(token, script).arg(token.fingerprint().text()).arg(state.text()).arg(text).arg(kept.toMillis());
    }

    public Future<Boolean> free(RedisToken token) {
        return redis.run(FREE, script -> of(token, script)).map(RedisEntries::changed);
    }

    private static Request of(RedisToken token, Request script) {
        return script.arg(1).arg(token.name()).arg(token.text());
    }

    private static boolean changed(Response reply) {
        return requireNonNull(reply.toInteger()) > 0;
    }
}
