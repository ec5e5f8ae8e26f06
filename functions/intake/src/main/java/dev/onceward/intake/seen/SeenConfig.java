package dev.onceward.intake.seen;

import java.time.Duration;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// How Redis is asked whether a key is known.
@ConfigMapping(prefix = "onceward.seen")
interface SeenConfig {

    /// How long Redis remembers a key, never longer than the retention of the source. Afterwards PostgreSQL answers
    /// duplicates, which is slower.
    @WithDefault("24h")
    Duration ttl();

    /// How long Redis may take before PostgreSQL is asked instead. Too short, and a pause of Redis sends the
    /// duplicates to PostgreSQL. Too long, and senders wait for a Redis that hangs.
    @WithDefault("250ms")
    Duration timeout();

    /// How long Redis is not asked after a failure.
    @WithDefault("1s")
    Duration pause();

    /// The most keys of one command.
    @WithDefault("256")
    int batchItems();

    /// Redis is used for a source that has at least so many duplicates for each thousand new events. With `0` it is used
    /// for every source.
    @WithDefault("50")
    int minDuplicates();

    default SeenConfig checked() {
        if (ttl().toMillis() < 1 || timeout().toMillis() < 1 || pause().isNegative() || batchItems() < 1
                || minDuplicates() < 0) {
            throw new ConfigurationException("onceward.seen.ttl and timeout must be at least 1ms, pause at least 0s, "
                    + "batch-items at least 1, min-duplicates at least 0");
        }
        return this;
    }
}
