package dev.onceward.internal.guard;

import java.time.Duration;

import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.guard.redis.RedisClaim.EndedClaim;
import dev.onceward.internal.guard.redis.RedisClaim.EndedForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.EndedInRedis;

/// The result of claiming a key.
public sealed interface KeyClaim {
    /// Without an end. The columns of PostgreSQL and the scripts of Redis can represent it.
    Duration FOREVER = Duration.ofDays(36_500);

    /// What Redis keeps of an operation that has ended.
    public static KeyClaim ended(EndedClaim claim) {
        return switch (claim) {
            case EndedInRedis entry -> kept(entry);
            case EndedForAnotherBody() -> new ForAnotherRequest();
        };
    }

    private static KeyClaim kept(EndedInRedis entry) {
        return switch (entry.state()) {
            case COMPLETED -> new KeptAnswer(entry.text(), entry.left());
            case UNANSWERED -> new EndedWithoutAnswer(entry.left());
            case FAILED -> new KeptFailure(entry.text().toString(), entry.left());
            case PENDING -> throw new IllegalStateException("a pending key is free");
        };
    }

    record ClaimGranted(Lease lease) implements KeyClaim {}

    /// @param left how long the answer will be kept
    record KeptAnswer(Buffer answer, Duration left) implements KeyClaim {}

    record EndedWithoutAnswer(Duration left) implements KeyClaim {}

    record KeptFailure(String error, Duration left) implements KeyClaim {}

    /// @param left how long the lease of the other call lasts
    record LeasedByAnother(Duration left) implements KeyClaim {}

    record ForAnotherRequest() implements KeyClaim {}

    /// @param current the operation that completed last
    record SupersededBy(String current) implements KeyClaim {}

    record Abandoned() implements KeyClaim {}

    /// The store needs Redis, which does not answer.
    record RedisIsAway() implements KeyClaim {}

    /// The key is in Redis alone, and too many calls wait for Redis. No other store may be asked instead, because Redis is well
    /// and grants the key to others.
    record RedisIsBusy() implements KeyClaim {}
}
