package dev.onceward.upkeep;

import java.time.Duration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// How long the log keeps what.
@ConfigMapping(prefix = "onceward.upkeep")
interface UpkeepConfig {

    /// How long events are kept: a day of the log is dropped whole when it ended longer ago. Shorter than a source's
    /// retention of keys, and a late copy is answered with an event that can no longer be read.
    @WithDefault("30d")
    Duration eventRetention();

    /// How long attempts to deliver are kept, by the day as well.
    @WithDefault("7d")
    Duration attemptRetention();

    /// A subscription that no relay had in its configuration for this long no longer keeps days of the log that it has
    /// not read. Shorter than relays are away, and what they had yet to deliver is dropped when it is old.
    @WithDefault("7d")
    Duration forgetAfter();
}
