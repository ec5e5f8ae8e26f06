package dev.onceward.relay.admin;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.operate.ParkedFilter;
import dev.onceward.relay.parked.ParkedState;

/// What an operator sent with a verb. What cannot be understood is an [IllegalArgumentException] with a sentence.
record CommandBody(JsonObject json) {
    private static final Set<String> WORDS = Set.of("by", "why", "to", "event", "state", "ordering", "error", "before",
            "perSecond", "dryRun");
    private static final double USUAL_RATE = 100;

    static CommandBody of(@Nullable String body) {
        try {
            var json = body == null || body.isBlank() ? new JsonObject() : new JsonObject(body);
            json.fieldNames().stream().filter(word -> !WORDS.contains(word)).findFirst().ifPresent(word -> {
                throw new IllegalArgumentException("The body has an unknown member. Allowed are " + words() + ".");
            });
            return new CommandBody(json);
        } catch (DecodeException unreadable) {
            throw new IllegalArgumentException("The body must be a JSON object with some of " + words() + ".",
                    unreadable);
        }
    }

    /// Who it is, for the audit.
    String by() {
        var by = text("by");
        return by == null ? "operator" : by;
    }

    String why() {
        var why = text("why");
        if (why == null || why.isBlank()) {
            throw new IllegalArgumentException("Say why, as in {\"why\": \"the receiver is being rebuilt\"}.");
        }
        return why;
    }

    CursorTarget to() {
        return CursorTarget.of(text("to"));
    }

    boolean dryRun() {
        return switch (json.getValue("dryRun", false)) {
            case Boolean dry -> dry;
            default -> throw new IllegalArgumentException("dryRun must be true or false.");
        };
    }

    double perSecond() {
        return switch (json.getValue("perSecond", USUAL_RATE)) {
            case Number rate when rate.doubleValue() > 0 && rate.doubleValue() <= 100_000 -> rate.doubleValue();
            default -> throw new IllegalArgumentException("perSecond must be a number above 0 and up to 100000.");
        };
    }

    /// The one that is looked at.
    UUID event() {
        var event = chosen();
        if (event == null) {
            throw new IllegalArgumentException("Say which event, as in {\"event\": \"the id of an event\"}.");
        }
        return event;
    }

    /// Which parked events are listed: the dead ones if the body names nothing.
    ParkedFilter listed() {
        var filter = filter(state());
        return filter.isEmpty() ? ParkedFilter.dead() : filter;
    }

    /// Which parked events are changed: the dead ones unless the body names a state. A forgotten state must not drop events
    /// that are still to be delivered.
    ParkedFilter changed() {
        var state = state();
        return filter(state == null ? ParkedState.DEAD.word() : state);
    }

    private ParkedFilter filter(@Nullable String state) {
        return new ParkedFilter(chosen(), state, text("ordering"), text("error"), before());
    }

    private @Nullable UUID chosen() {
        var event = text("event");
        try {
            return event == null ? null : UUID.fromString(event);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("event must be the id of an event, a UUID.", unreadable);
        }
    }

    private @Nullable String state() {
        var state = text("state");
        if (state != null && Stream.of(ParkedState.values()).noneMatch(known -> known.word().equals(state))) {
            throw new IllegalArgumentException("state must be scheduled, blocked, in_flight or dead.");
        }
        return state;
    }

    private @Nullable Instant before() {
        var before = text("before");
        try {
            return before == null ? null : Instant.parse(before);
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException("before must be a time such as 2026-11-18T09:30:00Z.", unreadable);
        }
    }

    private @Nullable String text(String word) {
        return switch (json.getValue(word)) {
            case null -> null;
            case String text when text.indexOf('\0') < 0 && text.length() <= 1000 -> text;
            default -> throw new IllegalArgumentException(word + " must be a text of up to 1000 characters.");
        };
    }

    private static String words() {
        return String.join(", ", WORDS.stream().sorted().toList());
    }
}
