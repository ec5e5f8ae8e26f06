package dev.onceward.internal.settings;

import java.time.Duration;

import io.quarkus.runtime.configuration.DurationConverter;
import org.eclipse.microprofile.config.spi.Converter;

/// Reads durations that make sense.
public final class DurationSetting {
    private static final Duration LONGEST = Duration.ofDays(3650);

    private DurationSetting() {}

    private static Duration parse(String text, Duration least, String range) {
        try {
            var duration = DurationConverter.parseDuration(text);
            if (duration != null && duration.compareTo(least) >= 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException unreadable) {
            // The exception below reports the problem.
        }
        throw new IllegalArgumentException("It must be a duration between " + range + ", such as 500ms or 1m.");
    }

    /// At least a millisecond.
    public static final class Positive implements Converter<Duration> {
        private static final long serialVersionUID = 1;

        @Override
        public Duration convert(String value) {
            return parse(value, Duration.ofMillis(1), "1ms and 3650d");
        }
    }

    /// Also none at all.
    public static final class ZeroOrMore implements Converter<Duration> {
        private static final long serialVersionUID = 1;

        @Override
        public Duration convert(String value) {
            return parse(value, Duration.ZERO, "0s and 3650d");
        }
    }
}
