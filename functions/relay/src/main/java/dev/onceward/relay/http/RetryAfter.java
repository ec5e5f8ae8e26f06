package dev.onceward.relay.http;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/// Reads how long a receiver wants the relay to wait: a number of seconds, or a date in any of HTTP's three forms. A
/// date is compared with the date header of the same answer, which is by the same clock.
final class RetryAfter {
    static final Duration LONGEST = Duration.ofHours(24);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,18}");
    private static final List<DateTimeFormatter> FORMS = List.of(
            form("EEE, dd MMM uuuu HH:mm:ss 'GMT'"), form("EEEE, dd-MMM-uu HH:mm:ss 'GMT'"),
            form("EEE MMM ppd HH:mm:ss uuuu"));

    private RetryAfter() {}

    /// Null if the header is missing or unreadable.
    static @Nullable Duration of(MultiMap headers, Clock clock) {
        var value = headers.get("retry-after");
        return value == null ? null : pause(value.strip(), headers, clock).map(RetryAfter::within).orElse(null);
    }

    private static Optional<Duration> pause(String value, MultiMap headers, Clock clock) {
        return SECONDS.matcher(value).matches()
                ? Optional.of(Duration.ofSeconds(Long.parseLong(value)))
                : date(value).map(date -> Duration.between(now(headers, clock), date));
    }

    private static Instant now(MultiMap headers, Clock clock) {
        var said = headers.get("date");
        return Optional.ofNullable(said).flatMap(RetryAfter::date).orElseGet(clock::instant);
    }

    private static Duration within(Duration pause) {
        return pause.isNegative() ? Duration.ZERO : pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }

    private static Optional<Instant> date(String text) {
        return FORMS.stream().flatMap(form -> date(text, form).stream()).findFirst();
    }

    private static Optional<Instant> date(String text, DateTimeFormatter form) {
        try {
            return Optional.of(LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException another) {
            return Optional.empty();
        }
    }

    private static DateTimeFormatter form(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US);
    }
}
