package dev.onceward.intake.limits;

import java.time.Duration;
import java.util.regex.Pattern;

import jakarta.inject.Singleton;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;

import dev.onceward.intake.configuration.Sources;

/// Stops the start if a limit for all sources makes no sense. With such a limit every request would fail.
@Startup
@Singleton
final class CheckLimits {
    private static final int LARGEST_BATCH = 10_000;
    private static final Pattern RATE = Pattern.compile("\\*|[1-9][0-9]{0,8}");
    private static final Pattern ORIGIN = Pattern.compile("\\*|[!-~]{1,255}");

    CheckLimits(IntakeConfig config, Sources sources) {
        between("body-timeout", config.bodyTimeout(), Duration.ofMillis(100), Duration.ofMinutes(10), "100ms and 10m");
        between("retry-after", config.retryAfter(), Duration.ofSeconds(1), Duration.ofHours(1), "1s and 1h");
        check("max-batch", config.maxBatch() >= 1 && config.maxBatch() <= LARGEST_BATCH,
                "must be between 1 and " + LARGEST_BATCH);
        for (var source : sources.all().values()) {
            check("body-bytes", config.bodyBytes().asLongValue() >= source.limits().maxBody(),
                    "must be at least the max-body of each source, and " + source.name() + " accepts "
                            + source.limits().maxBody()
                            + " bytes");
        }
        check("allowed-rate", RATE.matcher(config.allowedRate()).matches(),
                "must be * or a number of requests a minute");
        check("allowed-origin", ORIGIN.matcher(config.allowedOrigin()).matches(),
                "must be * or the name of one origin");
    }

    private static void between(String key, Duration value, Duration least, Duration most, String range) {
        check(key, value.compareTo(least) >= 0 && value.compareTo(most) <= 0, "must be between " + range);
    }

    private static void check(String key, boolean fits, String allowed) {
        if (!fits) {
            throw new ConfigurationException("onceward.intake." + key + " " + allowed);
        }
    }
}
