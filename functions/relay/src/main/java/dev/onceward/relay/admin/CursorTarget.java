package dev.onceward.relay.admin;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// Where a cursor is to be moved.
sealed interface CursorTarget {
    record Earliest() implements CursorTarget {}

    record Now() implements CursorTarget {}

    /// Where it was at a time.
    record AtTime(Instant time) implements CursorTarget {}

    /// So that it reads an event next, or others of its time.
    record BeforeEvent(UUID event) implements CursorTarget {}

    /// @throws IllegalArgumentException with a sentence
    static CursorTarget of(@Nullable String text) {
        try {
            return switch (text) {
                case null -> throw new IllegalArgumentException();
                case "earliest" -> new Earliest();
                case "now" -> new Now();
                default ->
                    text.contains(":") ? new AtTime(Instant.parse(text)) : new BeforeEvent(UUID.fromString(text));
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
            case AtTime(var time) -> time.toString();
            case BeforeEvent(var event) -> event.toString();
        };
    }
}
