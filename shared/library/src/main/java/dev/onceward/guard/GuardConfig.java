package dev.onceward.guard;

import java.time.Duration;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.vertx.redis.client.RedisClientType;

import dev.onceward.guard.Operation.Store;
import dev.onceward.guard.Operation.WithoutRedis;
import dev.onceward.internal.settings.DurationSetting;

/// Where a guard keeps keys and answers, for operations that do not choose for themselves.
@ConfigMapping(prefix = "onceward.guard")
interface GuardConfig {
    Pattern NAME = Pattern.compile("[\\w.-]{1,100}");

    /// `tiered`, `postgres` or `redis`. With `redis` an operation may run twice when Redis loses its data.
    @WithDefault("tiered")
    Store store();

    /// What an operation does while Redis does not answer: `postgres` uses PostgreSQL alone, `refuse` refuses calls, and
    /// `warn` runs operations with the store `redis` unprotected.
    @WithDefault("postgres")
    WithoutRedis withoutRedis();

    /// How much memory of the process is for answers of the store `tiered` that PostgreSQL or Redis gave within the last minute.
    /// It answers repetitions before Redis is asked. Too little, and Redis answers more of them. With `0` it answers none.
    @WithDefault("16M")
    MemorySize memoryForAnswers();

    /// How a guard uses Redis.
    GuardRedisConfig redis();

    /// How a guard uses Redis.
    interface GuardRedisConfig {

        /// What Redis is: `standalone`, `sentinel`, `replication` or `cluster`. In a cluster each call has a command of its own; in
        /// the others, calls at the same time share commands.
        @WithDefault("${quarkus.redis.client-type:standalone}")
        RedisClientType clientType();

        /// How long a command of Redis may take before its calls go on without it. Too short, and a pause of Redis costs its help; for the
        /// store `redis` also its protection. Too long, and calls wait for a Redis that hangs.
        @WithConverter(DurationSetting.Positive.class)
        @WithDefault("250ms")
        Duration timeout();

        /// How long Redis is not asked after a failure.
        @WithConverter(DurationSetting.ZeroOrMore.class)
        @WithDefault("1s")
        Duration pause();

        /// How long Redis keeps an answer of the store `tiered`, never longer than the retention of the operation. Too long,
        /// and answers that nobody asks for fill the memory of Redis. Afterwards PostgreSQL answers repetitions.
        @WithConverter(DurationSetting.Positive.class)
        @WithDefault("1h")
        Duration retention();

        /// The store `tiered` uses Redis for an operation that has at least so many repetitions for each thousand new keys, besides those
        /// that the memory of the process answers. With `0` it uses Redis for every operation, as it does for those that are
        /// refused without Redis. Too high, and PostgreSQL answers repetitions; too low, and new keys cost Redis time for nothing.
        @WithDefault("50")
        int minDuplicates();

        /// What tells the keys of the store `redis` from those of another deployment in the same Redis. If two deployments have
        /// the same, one gets the answers of the other.
        @WithDefault("${quarkus.application.name:application}")
        String name();
    }

    /// Only an application that uses a guard needs such a name. That of the application may be another text, so a wrong one
    /// does not stop the start.
    default GuardConfig checked() {
        if (!NAME.matcher(redis().name()).matches()) {
            throw new ConfigurationException(
                    "onceward.guard.redis.name must have 1 to 100 letters, digits, dots, hyphens and underscores");
        }
        if (redis().minDuplicates() < 0) {
            throw new ConfigurationException("onceward.guard.redis.min-duplicates must be at least 0");
        }
        return this;
    }
}
