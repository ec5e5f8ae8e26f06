package dev.onceward.internal.guard.redis;

import java.util.OptionalLong;
import java.util.UUID;

import dev.onceward.internal.key.Fingerprint;

/// What a call writes into Redis to claim a key, and by which it recognises its claim later.
///
/// @param name of the entry
/// @param text empty if the call does not use Redis
/// @param fingerprint of the body
/// @param madeAt the time of this process, by [System#nanoTime], before PostgreSQL or Redis was asked for the key
/// @param claimedAt when Redis granted the key, or showed the token of another call, in milliseconds of Redis' own clock; empty
///        if its answer is not known
public record RedisToken(EntryName name, String text, Fingerprint fingerprint, long madeAt, OptionalLong claimedAt) {
    public static RedisToken random(EntryName name, Fingerprint fingerprint) {
        return new RedisToken(name, UUID.randomUUID().toString(), fingerprint, System.nanoTime(), OptionalLong.empty());
    }

    /// A token that is not sent to Redis.
    public static RedisToken unsent(EntryName name, Fingerprint fingerprint) {
        return new RedisToken(name, "", fingerprint, System.nanoTime(), OptionalLong.empty());
    }

    public boolean isSent() {
        return !text.isEmpty();
    }

    /// The token of another call for the same key and body.
    ///
    /// @param seenAt when it was found; what PostgreSQL says after that is kept for a time that begins there
    RedisToken ofAnother(String otherText, long seenAt) {
        return new RedisToken(name, otherText, fingerprint, madeAt, OptionalLong.of(seenAt));
    }

    RedisToken claimedAt(long millis) {
        return new RedisToken(name, text, fingerprint, madeAt, OptionalLong.of(millis));
    }
}
