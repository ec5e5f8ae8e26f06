package dev.onceward.parked;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// An event that is to be held back, or is held back otherwise than before.
///
/// @param at when the event was stored: with its id, where it is
/// @param delay until it is its turn
/// @param fresh whether it was not held back before; what was, and is not any more, somebody dropped, and it stays dropped
public record Parking(UUID event, Instant at, short shard, @Nullable String ordering, State state, int attempts,
        Duration delay, @Nullable String error, boolean fresh) {

    /// What was said of the event after this, before this was written.
    Parking then(Parking later) {
        return new Parking(event, at, shard, ordering, later.state, later.attempts, later.delay, later.error,
                fresh || later.fresh);
    }
}
