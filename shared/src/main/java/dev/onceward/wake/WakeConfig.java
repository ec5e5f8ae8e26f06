package dev.onceward.wake;

import java.util.Optional;

import io.smallrye.config.ConfigMapping;

/// How a relay is told that there is something new, beside Redis.
@ConfigMapping(prefix = "onceward.wake")
interface WakeConfig {

    /// Where a relay in `triggered` mode takes `POST /run`: it is called while events come in.
    Optional<String> url();

    /// That relay's `onceward.relay.token`, 16 characters or more.
    Optional<String> token();
}
