package dev.onceward.relay.admin;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.problem.ProblemException;

/// The place to which an operator moves a cursor.
sealed interface CursorTarget {
    record Earliest() implements CursorTarget {}

    record Now() implements CursorTarget {}

    /// The place at which the end of the log was at a time.
    record AtTime(Instant time) implements CursorTarget {}

    /// The place from which an event is read next, perhaps after others that were committed at about the same time.
    record BeforeEvent(UUID event) implements CursorTarget {}

    /// @throws ProblemException if the text is none of them
    static CursorTarget of(@Nullable String text) {
        return switch (text) {
            case "earliest" -> new Earliest();
            case "now" -> new Now();
            case String time when time.contains(":") ->
                AdminParameters.instant(time).map(AtTime::new).orElseThrow(CursorTarget::malformed);
            case null -> throw malformed();
            default -> new BeforeEvent(event(text));
        };
    }

    private static UUID event(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
    }

    private static ProblemException malformed() {
        return ProblemException.malformed("Say where to, as in {\"to\": \"now\"}: earliest, now, a time such as "
                + "2026-11-18T09:30:00Z, or the id of an event.");
    }

    /// Returns the target as text, for the audit.
    default String text() {
        return switch (this) {
            case Earliest() -> "earliest";
            case Now() -> "now";
            case AtTime(var time) -> time.toString();
            case BeforeEvent(var event) -> event.toString();
        };
    }
}
