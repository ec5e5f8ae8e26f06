package dev.onceward.internal.guard.redis;

import java.time.Duration;
import java.util.List;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
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
    /// Constants, because a native executable has no files: it reads these while it is built.
    private static final RedisScript CLAIM = RedisScript.beside(RedisEntries.class, "claim");
    private static final RedisScript RENEW = RedisScript.beside(RedisEntries.class, "renew");
    private static final RedisScript KEEP = RedisScript.beside(RedisEntries.class, "keep");
    private static final RedisScript FREE = RedisScript.beside(RedisEntries.class, "free");

    private final RunRedisScript redis;
    private final ScriptForMany claim;
    private final ScriptForMany renew;
    private final ScriptForMany keep;
    private final ScriptForMany free;

    public RedisEntries(RunRedisScript redis) {
        this.redis = redis;
        this.claim = new ScriptForMany(CLAIM, redis);
        this.renew = new ScriptForMany(RENEW, redis);
        this.keep = new ScriptForMany(KEEP, redis);
        this.free = new ScriptForMany(FREE, redis);
    }

    public boolean isAvailable() {
        return redis.isToBeAsked();
    }

    /// @param kept how long Redis keeps the entry while the operation runs, at least as long as the lease
    /// @param hold whether nobody may take over an entry whose lease has ended
    public Future<RedisClaim> claim(RedisToken token, Duration lease, Duration kept, boolean hold) {
        return claim.run(token.name().inRedis(),
                List.of(token.text(), token.fingerprint().text(), lease.toMillis(), kept.toMillis(), hold ? 1 : 0))
                .map(found -> claim(token, found));
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
        return renew.run(token.name().inRedis(),
                List.of(token.text(), token.fingerprint().text(), lease.toMillis(), kept.toMillis()))
                .map(RedisEntries::changed);
    }

    /// Keeps an answer or error from now on. Returns false if another token has the key.
    public Future<Boolean> keep(RedisToken token, EntryState state, Buffer text, Duration kept) {
        return keep(token, state, text, kept, "");
    }

    /// Keeps an answer or error for a time that began when the token was written.
    public Future<Boolean> keepSinceClaim(RedisToken token, EntryState state, Buffer text, Duration kept) {
        return token.claimedAt().isEmpty()
                ? free(token)
                : keep(token, state, text, kept, Long.toString(token.claimedAt().getAsLong()));
    }

    private Future<Boolean> keep(RedisToken token, EntryState state, Buffer text, Duration kept, String since) {
        return keep.run(token.name().inRedis(),
                List.of(token.text(), token.fingerprint().text(), state.text(), text, kept.toMillis(), since))
                .map(RedisEntries::changed);
    }

    public Future<Boolean> free(RedisToken token) {
        return free.run(token.name().inRedis(), List.of(token.text())).map(RedisEntries::changed);
    }

    private static boolean changed(Response reply) {
        return requireNonNull(reply.toInteger()) > 0;
    }
}
