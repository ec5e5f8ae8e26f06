package dev.onceward.relay.operate;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// Selects parked events. A null component does not restrict the selection.
///
/// @param state `scheduled`, `blocked`, `in_flight` or `dead`
/// @param error a part of the last error
/// @param before only events that were parked before this time
public record ParkedFilter(@Nullable UUID event, @Nullable String state, @Nullable String ordering,
        @Nullable String error,
        @Nullable Instant before) {

    /// Whether the filter selects all parked events.
    public boolean isEmpty() {
        return event == null && state == null && ordering == null && error == null && before == null;
    }

    public static ParkedFilter dead() {
        return new ParkedFilter(null, "dead", null, null, null);
    }
}
