package dev.onceward.seen;

import java.time.Duration;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// How Redis is asked.
@ConfigMapping(prefix = "onceward.seen")
interface SeenConfig {

    /// How long Redis remembers a key. Longer than senders keep retrying in a storm is enough: after it PostgreSQL
    /// answers, slower. It never outlasts the retention of the source.
    @WithDefault("24h")
    Duration ttl();

    /// How long Redis may take for an answer before PostgreSQL is asked instead. Too short, and a pause of Redis sends
    /// the duplicates to PostgreSQL; too long, and senders wait for a Redis that hangs.
    @WithDefault("250ms")
    Duration timeout();

    /// How long Redis is left alone after it failed.
    @WithDefault("1s")
    Duration pause();

    /// The most keys of one round trip.
    @WithDefault("256")
    int batchItems();

    default SeenConfig checked() {
        if (ttl().toMillis() < 1 || timeout().toMillis() < 1 || pause().isNegative() || batchItems() < 1) {
            throw new ConfigurationException("onceward.seen.ttl and timeout must be at least 1ms, pause at least 0s, "
                    + "batch-items at least 1");
        }
        return this;
    }
}
