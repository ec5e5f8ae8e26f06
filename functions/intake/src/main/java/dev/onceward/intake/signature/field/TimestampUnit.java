package dev.onceward.intake.signature.field;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a sender writes a timestamp. The number of digits is fixed until the year 2286: otherwise digits could be moved
/// from the timestamp to a body that is signed right behind it, and the signature would still match.
public enum TimestampUnit {
    SECONDS("[0-9]{10}", "seconds since 1970"),
    MILLISECONDS("[0-9]{13}", "milliseconds since 1970"),
    RFC3339("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(?:\\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})", "a time of RFC 3339");

    private final Pattern pattern;
    private final String form;

    TimestampUnit(String pattern, String form) {
        this.pattern = Pattern.compile(pattern);
        this.form = form;
    }

    public Optional<Instant> read(String text) {
        if (!pattern.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(instant(text));
        } catch (DateTimeException noSuchTime) {
            return Optional.empty();
        }
    }

    private Instant instant(String text) {
        return switch (this) {
            case SECONDS -> Instant.ofEpochSecond(Long.parseLong(text));
            case MILLISECONDS -> Instant.ofEpochMilli(Long.parseLong(text));
            case RFC3339 -> OffsetDateTime.parse(text).toInstant();
        };
    }

    /// Ends the sentence "the timestamp is not …".
    public String form() {
        return form;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
