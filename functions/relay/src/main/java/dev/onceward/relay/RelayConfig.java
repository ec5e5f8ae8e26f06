package dev.onceward.relay;

import java.time.Duration;
import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// How the relay works.
@ConfigMapping(prefix = "onceward.relay")
interface RelayConfig {

    /// `loop`: it always runs. `triggered`: it runs when `POST /run` says so, and costs nothing in between.
    @WithDefault("loop")
    Mode mode();

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

    /// How long `POST /run` drains at most. Longer than the caller waits, and it never hears the result.
    @WithDefault("25s")
    Duration deadline();

    /// How many failures in a row open a subscription's circuit breaker.
    @WithDefault("10")
    int breakerFailures();

    /// How long it stays open before one event is tried. It doubles with each time that fails, up to a minute.
    @WithDefault("1s")
    Duration breakerPause();

    /// The token for the operator's verbs and for `POST /run`. Without one, runs are open and the verbs are closed.
    Optional<String> token();

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
