package dev.onceward.internal.guard;

import java.util.Optional;

import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.guard.redis.RedisToken;

/// A claimed key. In PostgreSQL, whoever claims the key later gets a higher generation, and then nothing that this lease
/// asks for takes effect.
///
/// @param generation 0 if PostgreSQL does not know the key
/// @param token empty if Redis was not asked
public record Lease(ClaimRequest request, long generation, Optional<RedisToken> token) {

    public static Lease inPostgres(ClaimRequest request, long generation) {
        return new Lease(request, generation, Optional.empty());
    }

    static Lease inRedis(ClaimRequest request, RedisToken token) {
        return new Lease(request, 0, Optional.of(token));
    }

    public Lease with(RedisToken redisToken) {
        return new Lease(request, generation, Optional.of(redisToken));
    }

    /// The first four parameters of every statement of a lease.
    public Tuple parameters() {
        var key = request.key();
        return Tuple.of(key.operation(), key.caller(), key.key(), generation);
    }

    @Override
    public String toString() {
        return "%s generation=%d".formatted(request.key(), generation);
    }
}
