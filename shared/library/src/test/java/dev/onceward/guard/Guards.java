package dev.onceward.guard;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.redis.client.RedisClientType;

import dev.onceward.guard.GuardConfig.GuardRedisConfig;
import dev.onceward.guard.Operation.Store;
import dev.onceward.guard.Operation.WithoutRedis;
import dev.onceward.testing.servers.Servers;

import static org.assertj.core.api.Assertions.assertThat;

/// Guards as applications have them, and calls of them.
final class Guards {
    /// Longer than a busy machine lets Redis wait, so that only those tests see a silent Redis that mean to.
    private static final Duration LONG = Duration.ofSeconds(20);

    private Guards() {}

    static Guard guard(Store store) {
        return guard(store, Servers.pool());
    }

    static Guard guard(TestedStore store) {
        return guard(store, Servers.pool());
    }

    /// @param minDuplicates how many repetitions for each thousand new keys let it use Redis
    static Guard guard(int minDuplicates) {
        return guard(Servers.pool(), Optional.of(Servers.redisClient()), config(Store.TIERED, 0, minDuplicates, LONG));
    }

    /// The guard of another replica.
    static Guard otherGuard(Store store) {
        return guard(store, Servers.otherPool());
    }

    static Guard otherGuard(TestedStore store) {
        return guard(store, Servers.otherPool());
    }

    static Guard guard(Store store, Pool pool) {
        return guard(pool, Optional.of(Servers.redisClient()), config(store, LONG));
    }

    private static Guard guard(TestedStore store, Pool pool) {
        return guard(pool, Optional.of(Servers.redisClient()),
                config(store.store(), store.memory(), store.minDuplicates(), LONG));
    }

    private static Guard guard(Pool pool, Optional<Redis> redis, GuardConfig config) {
        return new Guard(pool, redis, config, Servers.vertx().getDelegate());
    }

    /// The guard of an application that has configured no Redis.
    static Guard withoutRedis(Store store) {
        return guard(Servers.pool(), Optional.empty(), config(store, LONG));
    }

    /// A guard each of whose calls has a command of its own, as in a cluster.
    static Guard withSingleCommands(Redis redis) {
        return guard(Servers.pool(), Optional.of(redis),
                config(Store.TIERED, 0, redisConfig(RedisClientType.CLUSTER, 0, LONG)));
    }

    static Guard guard(Redis redis) {
        return guard(Servers.pool(), Optional.of(redis), config(Store.TIERED, LONG));
    }

    /// A guard that does not wait long for Redis.
    static Guard impatient(Store store, Redis redis) {
        return guard(Servers.pool(), Optional.of(redis), config(store, Duration.ofMillis(250)));
    }

    static Guard impatient(int minDuplicates, Redis redis) {
        return guard(Servers.pool(), Optional.of(redis),
                config(Store.POSTGRES, 0, minDuplicates, Duration.ofMillis(250)));
    }

    /// Without memory, so that PostgreSQL or Redis answers.
    static GuardConfig config(Store store, Duration timeout) {
        return config(store, 0, 0, timeout);
    }

    private static GuardConfig config(Store store, long memory, int minDuplicates, Duration timeout) {
        return config(store, memory, redisConfig(RedisClientType.STANDALONE, minDuplicates, timeout));
    }

    private static GuardConfig config(Store store, long memory, GuardRedisConfig redis) {
        return new GuardConfig() {
            @Override
            public Store store() {
                return store;
            }

            @Override
            public WithoutRedis withoutRedis() {
                return WithoutRedis.POSTGRES;
            }

            @Override
            public MemorySize memoryForAnswers() {
                return new MemorySize(BigInteger.valueOf(memory));
            }

            @Override
            public GuardRedisConfig redis() {
                return redis;
            }
        };
    }

    private static GuardRedisConfig redisConfig(RedisClientType clientType, int minDuplicates, Duration timeout) {
        return new GuardRedisConfig() {
            @Override
            public RedisClientType clientType() {
                return clientType;
            }

            @Override
            public Duration timeout() {
                return timeout;
            }

            @Override
            public Duration pause() {
                return Duration.ofMillis(200);
            }

            @Override
            public Duration retention() {
                return Duration.ofHours(1);
            }

            @Override
            public int minDuplicates() {
                return minDuplicates;
            }

            @Override
            public String name() {
                return "shop";
            }
        };
    }

    /// Starts a call and returns when its operation runs.
    static <T> CompletableFuture<GuardResult<T>> start(Guard guard, Operation operation, GuardedRequest request,
            Class<T> type, Supplier<Uni<T>> handler) {
        return started(begun -> guard.once(operation, request, type, () -> {
            begun.countDown();
            return handler.get();
        }));
    }

    static <T> CompletableFuture<T> started(Function<CountDownLatch, Uni<T>> call) {
        var begun = new CountDownLatch(1);
        var result = call.apply(begun).subscribeAsCompletionStage().orTimeout(60, TimeUnit.SECONDS);
        await(begun);
        return result;
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
