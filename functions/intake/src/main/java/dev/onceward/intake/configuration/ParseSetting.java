package dev.onceward.intake.configuration;

import java.time.Duration;
import java.util.Optional;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;

/// Parses the settings of a source. The message of an exception is the end of a sentence that starts with the name of
/// the key.
final class ParseSetting {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final long LARGEST_BODY = 64L << 20;

    private ParseSetting() {}

    static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }

    /// Empty means that keys are kept forever.
    static Optional<Duration> retention(String text) {
        return text.equals("forever") ? Optional.empty() : Optional.of(duration(text));
    }

    /// Empty means that requests of any age are accepted.
    static Optional<Duration> tolerance(String text) {
        if (text.equals("none")) {
            return Optional.empty();
        }
        try {
            var tolerance = DurationConverter.parseDuration(text);
            return Optional
                    .of(within(tolerance.toSeconds() >= 1 && tolerance.compareTo(Duration.ofDays(1)) <= 0, tolerance));
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("must be a duration from 1s to 24h, such as 5m, or none", unreadable);
        }
    }

    static long size(String text) {
        try {
            var bytes = new MemorySizeConverter().convert(text).asLongValue();
            return within(bytes >= 1 && bytes <= LARGEST_BODY, bytes);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("must be a size between 1 and 64M, such as 100K", unreadable);
        }
    }

    static double percent(String text) {
        try {
            var percent = Double.parseDouble(text);
            return within(percent >= 0 && percent <= 100, percent);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("must be a number of percent from 0 to 100", unreadable);
        }
    }

    private static Duration duration(String text) {
        try {
            var duration = DurationConverter.parseDuration(text);
            return within(duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0, duration);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "must be a duration between 1m and 3650d, such as 12h or 30d, or forever",
                    unreadable);
        }
    }

    private static <T> T within(boolean bounds, T value) {
        if (!bounds) {
            throw new IllegalArgumentException("out of bounds");
        }
        return value;
    }
}
