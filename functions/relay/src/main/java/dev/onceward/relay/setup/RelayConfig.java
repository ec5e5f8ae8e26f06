package dev.onceward.relay.setup;

import java.time.Duration;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

import dev.onceward.relay.worker.WorkerConfig;

/// The settings of the relay.
@ConfigMapping(prefix = "onceward.relay")
public interface RelayConfig extends WorkerConfig {

    /// `loop`: the relay works all the time. `triggered`: it works only while a `POST /run` is under way.
    @WithDefault("loop")
    Mode mode();

    /// How long a `POST /run` works at most. If that is longer than the caller waits, the caller never sees the
    /// result.
    @WithDefault("25s")
    Duration deadline();

    /// Opens `POST /run` to callers that cannot send the operator's token, such as a Knative PingSource. Anybody who reaches it
    /// may then start a run, at most one per second, and learns nothing from the answer.
    @WithDefault("false")
    boolean runWithoutToken();

    enum Mode {
        LOOP, TRIGGERED
    }

    default RelayConfig checked() {
        if (lease().toMillis() < 1000 || pageTime().toMillis() < 1 || pageTime().compareTo(lease().dividedBy(2)) > 0) {
            throw new ConfigurationException(
                    "onceward.relay.lease must be at least 1s, and page-time at least 1ms and at "
                            + "most half of it");
        }
        if (pageEvents() < 1 || pageEvents() > 10_000 || breakerFailures() < 1) {
            throw new ConfigurationException(
                    "onceward.relay.page-events must be between 1 and 10000, breaker-failures at "
                            + "least 1");
        }
        if (pollFastest().toMillis() < 1 || pollSlowest().compareTo(pollFastest()) < 0 || deadline().isNegative()) {
            throw new ConfigurationException(
                    "onceward.relay.poll-fastest must be at least 1ms, poll-slowest not less than "
                            + "that, deadline not negative");
        }
        return this;
    }
}
