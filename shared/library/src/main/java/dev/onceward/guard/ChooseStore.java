package dev.onceward.guard;

import java.util.Optional;

import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.redis.client.RedisClientType;

import dev.onceward.guard.GuardConfig.GuardRedisConfig;
import dev.onceward.guard.Operation.WithoutRedis;
import dev.onceward.internal.guard.GuardStore;
import dev.onceward.internal.guard.RedisGuardStore;
import dev.onceward.internal.guard.memory.AnswersInMemory;
import dev.onceward.internal.guard.postgres.PostgresGuardStore;
import dev.onceward.internal.guard.redis.RedisEntries;
import dev.onceward.internal.guard.redis.RunRedisScript;
import dev.onceward.internal.guard.tiered.TieredGuardStore;
import dev.onceward.internal.guard.tiered.TieredGuardStore.UseOfRedis;
import dev.onceward.internal.postgres.DatabaseIdentity;

/// Chooses where the keys of an operation are.
final class ChooseStore {
    private static final String IDENTITY = "SELECT onceward.guard_identity()";

    private final GuardConfig config;
    private final PostgresGuardStore postgres;
    private final TieredGuardStore tiered;
    private final TieredGuardStore tieredOrRefuse;
    private final RedisGuardStore redis;

    ChooseStore(Pool pool, Optional<Redis> server, GuardConfig config) {
        var entries = new RedisEntries(new RunRedisScript(server,
                config.redis().clientType() == RedisClientType.CLUSTER, config.redis().timeout(),
                config.redis().pause()));
        var memory = new AnswersInMemory(config.memoryForAnswers().asLongValue());
        var identity = new DatabaseIdentity(pool, IDENTITY);
        this.config = config;
        this.postgres = new PostgresGuardStore(pool);
        this.tiered = new TieredGuardStore(postgres, entries, memory, identity, use(config.redis(), false));
        this.tieredOrRefuse = new TieredGuardStore(postgres, entries, memory, identity, use(config.redis(), true));
        this.redis = new RedisGuardStore(entries, config.redis().name());
    }

    private static UseOfRedis use(GuardRedisConfig redis, boolean isNeeded) {
        return new UseOfRedis(redis.retention(), redis.minDuplicates(), isNeeded);
    }

    /// Which operation of a thing was the last one is in PostgreSQL.
    GuardStore of(Operation operation, GuardedRequest request) {
        return request.followsAnother() ? postgres : of(operation);
    }

    private GuardStore of(Operation operation) {
        return switch (operation.store().orElse(config.store())) {
            case POSTGRES -> postgres;
            case TIERED -> withoutRedis(operation) == WithoutRedis.REFUSE ? tieredOrRefuse : tiered;
            case REDIS -> redis;
        };
    }

    /// @throws IllegalArgumentException if the keys of the operation are in Redis alone, which takes no part in transactions
    GuardStore withTransactions(Operation operation, GuardedRequest request) {
        var store = of(operation, request);
        if (store == redis) {
            throw new IllegalArgumentException("The operation %s runs in a transaction: its store must not be redis."
                    .formatted(operation.name()));
        }
        return store;
    }

    WithoutRedis withoutRedis(Operation operation) {
        return operation.withoutRedis().orElse(config.withoutRedis());
    }

    PostgresGuardStore postgres() {
        return postgres;
    }

    TieredGuardStore tiered() {
        return tiered;
    }

    RedisGuardStore redis() {
        return redis;
    }
}
