package dev.onceward.internal.inbox;

import java.time.Duration;

import io.quarkus.runtime.configuration.DurationConverter;
import org.eclipse.microprofile.config.spi.Converter;

/// How long a mark is kept.
///
/// @param seconds infinite if marks are kept forever
public record InboxRetention(double seconds) {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    public static InboxRetention of(InboxConfig config, String consumer) {
        var own = config.consumers().get(consumer);
        return own == null ? config.retention() : own.retention().orElseGet(config::retention);
    }

    public static InboxRetention parse(String text) {
        return new InboxRetention(
                text.equals("forever") ? Double.POSITIVE_INFINITY : duration(text).toMillis() / 1000.0);
    }

    private static Duration duration(String text) {
        try {
            var duration = DurationConverter.parseDuration(text);
            if (duration != null && duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException unreadable) {
            // The exception below reports the problem.
        }
        throw new IllegalArgumentException(
                "The retention must be a duration between 1m and 3650d, such as 12h or 30d, or forever.");
    }

    /// Reads the property. A wrong value stops the start with the sentence above.
    public static final class FromText implements Converter<InboxRetention> {
        private static final long serialVersionUID = 1;

        @Override
        public InboxRetention convert(String value) {
            return parse(value);
        }
    }
}
