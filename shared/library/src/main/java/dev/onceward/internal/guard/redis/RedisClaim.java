package dev.onceward.internal.guard.redis;

import java.time.Duration;

import io.vertx.core.buffer.Buffer;

/// The result of claiming a key in Redis.
public sealed interface RedisClaim {

    record TokenWritten(RedisToken token) implements RedisClaim {}

    /// Another token has the key, for the same body.
    ///
    /// @param left how long its lease lasts
    record TokenOfAnother(RedisToken token, Duration left) implements RedisClaim {}

    /// Another token has the key, for another body.
    record TokenForAnotherBody() implements RedisClaim {}

    /// The operation has ended.
    sealed interface EndedClaim extends RedisClaim {}

    /// @param text the answer or error
    record EndedInRedis(EntryState state, Buffer text, Duration left) implements EndedClaim {}

    record EndedForAnotherBody() implements EndedClaim {}

    record HeldInRedis() implements RedisClaim {}
}
