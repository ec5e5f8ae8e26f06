package dev.onceward.relay;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// Where a cursor is to be moved.
sealed interface Destination {
    record Earliest() implements Destination {}

    record Now() implements Destination {}

    /// Where it was at a time.
    record At(Instant time) implements Destination {}

    /// So that it reads an event next, or others of its time.
    record Before(UUID event) implements Destination {}

    /// @throws IllegalArgumentException with a sentence
    static Destination of(@Nullable String text) {
        try {
            return switch (text) {
                case null -> throw new IllegalArgumentException();
                case "earliest" -> new Earliest();
                case "now" -> new Now();
                default -> text.contains(":") ? new At(Instant.parse(text)) : new Before(UUID.fromString(text));
            };
        } catch (IllegalArgumentException | DateTimeParseException unreadable) {
            throw new IllegalArgumentException("Say where to, as in {\"to\": \"now\"}: earliest, now, a time such as "
                    + "2026-11-18T09:30:00Z, or the id of an event.", unreadable);
        }
    }

    /// As it is written, for the audit.
    default String text() {
        return switch (this) {
            case Earliest() -> "earliest";
            case Now() -> "now";
            case At(var time) -> time.toString();
            case Before(var event) -> event.toString();
        };
    }
}
