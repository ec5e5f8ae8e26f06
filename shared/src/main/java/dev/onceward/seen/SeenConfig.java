package dev.onceward.seen;

import java.time.Duration;

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
}
