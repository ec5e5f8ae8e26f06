package dev.onceward.outbox;

import java.time.Duration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// How long an outbox knows the events that have a business key.
@ConfigMapping(prefix = "onceward.outbox")
interface OutboxConfig {

    /// For how long an event with a business key is stored only once, from 1m to 3650d. An event that is put again later is
    /// stored and delivered a second time. Audits look at rows of the last nine tenths of this time.
    @WithDefault("30d")
    Duration retention();
}
