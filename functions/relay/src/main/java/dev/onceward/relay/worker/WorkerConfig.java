package dev.onceward.relay.worker;

import java.time.Duration;

import io.smallrye.config.WithDefault;

/// The settings of the workers of all subscriptions.
public interface WorkerConfig {

    /// How long a shard is leased. After a relay died, the events of its attempts are delivered again after that time.
    /// Too short, and a pause of the process or of the database loses leases.
    @WithDefault("10s")
    Duration lease();

    /// The most events of one page.
    @WithDefault("500")
    int pageEvents();

    /// How long a page may take. Events without an answer by then are parked as under way, and the cursor advances.
    @WithDefault("2s")
    Duration pageTime();

    /// How long a relay waits before it reads the log again after it found no event. The time doubles up to
    /// `poll-slowest`.
    @WithDefault("5ms")
    Duration pollFastest();

    /// The longest time between two reads of the log. Only events that no wake-up announced wait that long.
    @WithDefault("1s")
    Duration pollSlowest();

    /// How many failures in a row open a subscription's circuit breaker.
    @WithDefault("10")
    int breakerFailures();

    /// How long an open circuit breaker pauses before one event is tried. The pause doubles each time that fails, up
    /// to a minute.
    @WithDefault("1s")
    Duration breakerPause();
}
