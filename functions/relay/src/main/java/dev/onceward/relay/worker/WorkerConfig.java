package dev.onceward.relay.worker;

import java.time.Duration;

import io.smallrye.config.WithDefault;

/// How the worker of any subscription works.
public interface WorkerConfig {

    /// How long a shard is leased. What a relay that died had under way is delivered again after that time; shorter, and
    /// a pause of the process or of the database loses leases.
    @WithDefault("10s")
    Duration lease();

    /// The most events of one page.
    @WithDefault("500")
    int pageEvents();

    /// How long a page may take. What has no answer by then is parked as under way, and the cursor moves on.
    @WithDefault("2s")
    Duration pageTime();

    /// How soon the log is asked again after it had nothing. It doubles with each time, up to `poll-slowest`.
    @WithDefault("20ms")
    Duration pollFastest();

    /// How late the log is asked again at most. Only what no wake-up announced waits that long.
    @WithDefault("1s")
    Duration pollSlowest();

    /// How many failures in a row open a subscription's circuit breaker.
    @WithDefault("10")
    int breakerFailures();

    /// How long it stays open before one event is tried. It doubles with each time that fails, up to a minute.
    @WithDefault("1s")
    Duration breakerPause();
}
