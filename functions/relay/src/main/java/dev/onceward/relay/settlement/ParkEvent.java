package dev.onceward.relay.settlement;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.parked.ParkedState;

/// An event that is to be held back, or is held back otherwise than before.
///
/// @param at when the event was stored: with its id, where it is
/// @param ordering the sender's own text, for operators
/// @param orderingHash what events of one ordering key have in common, as `OrderingKey` computes it
/// @param delay until it is its turn
/// @param fresh whether it was not held back before; what was, and is not any more, somebody dropped, and it stays dropped
public record ParkEvent(UUID event, Instant at, short shard, @Nullable String ordering, @Nullable UUID orderingHash,
        ParkedState state, int attempts, Duration delay, @Nullable String error,
        boolean fresh) implements SettlementRow {

    /// What was said of the event after this, before this was written.
    ParkEvent then(ParkEvent later) {
        return new ParkEvent(event, at, shard, ordering, orderingHash, later.state, later.attempts, later.delay,
                later.error, fresh || later.fresh);
    }

    /// The same without any text that somebody else wrote. It keeps its place in the order.
    ParkEvent withoutTexts() {
        return new ParkEvent(event, at, shard, null, orderingHash, state, attempts, delay, null, fresh);
    }

    /// Held back until a person acts, which is safer than not held back at all.
    ParkEvent dead(String why) {
        return new ParkEvent(event, at, shard, null, orderingHash, ParkedState.DEAD, attempts, Duration.ZERO, why,
                fresh);
    }
}
