package dev.onceward.internal.wake;

import java.util.Optional;

import io.smallrye.config.ConfigMapping;

/// How a relay learns of new events, besides Redis.
@ConfigMapping(prefix = "onceward.wake")
interface WakeConfig {

    /// The address of `/run` of a relay with `onceward.relay.mode=triggered`. Intake calls it while events arrive.
    Optional<String> url();

    /// That relay's `onceward.admin.token`, 16 characters or more.
    Optional<String> token();
}
