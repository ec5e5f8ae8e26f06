package dev.onceward.relay.setup;

import java.time.Duration;
import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

import dev.onceward.access.BearerTokens;
import dev.onceward.relay.worker.WorkerConfig;

/// How the relay works.
@ConfigMapping(prefix = "onceward.relay")
public interface RelayConfig extends WorkerConfig {

    /// `loop`: it always runs. `triggered`: it reads the log when `POST /run` says so, and only then.
    @WithDefault("loop")
    Mode mode();

    /// How long `POST /run` drains at most. Longer than the caller waits, and it never hears the result.
    @WithDefault("25s")
    Duration deadline();

    /// The token for the operator's verbs and for `POST /run`, 16 characters or more. Without one the verbs are closed.
    Optional<String> token();

    /// Opens `POST /run` to callers that cannot send the token, such as a Knative PingSource: anybody who reaches it may then
    /// start a run, one a second at most, and is told nothing of it.
    @WithDefault("false")
    boolean runWithoutToken();

    enum Mode {
        LOOP, TRIGGERED
    }

    default RelayConfig checked() {
        var _ = BearerTokens.checked("onceward.relay.token", token());
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
