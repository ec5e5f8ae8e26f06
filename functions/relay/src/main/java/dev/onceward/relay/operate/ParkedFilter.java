package dev.onceward.relay.operate;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// Which parked events are meant. What is not named is not asked.
///
/// @param state `scheduled`, `blocked`, `in_flight` or `dead`
/// @param error a part of what went wrong
/// @param before parked before then
public record ParkedFilter(@Nullable UUID event, @Nullable String state, @Nullable String ordering,
        @Nullable String error,
        @Nullable Instant before) {

    /// Whether it names nothing.
    public boolean isEmpty() {
        return event == null && state == null && ordering == null && error == null && before == null;
    }

    public static ParkedFilter dead() {
        return new ParkedFilter(null, "dead", null, null, null);
    }
}
