package dev.onceward.relay.settlement;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.parked.ParkedState;

/// An event to be parked, or a parked event whose state changes.
///
/// @param at when the event was stored, which finds its partition
/// @param ordering the sender's own text, for operators
/// @param orderingHash the hash that events of one ordering key share, computed by `OrderingKey`
/// @param delay until the next attempt
/// @param fresh whether the event was not parked before. A row that was parked and is missing now was dropped by an
///        operator and is not written again
public record ParkEvent(UUID event, Instant at, short shard, @Nullable String ordering, @Nullable UUID orderingHash,
        ParkedState state, int attempts, Duration delay, @Nullable String error,
        boolean fresh) implements SettlementRow {

    /// Combines two changes of one event that are written together.
    ParkEvent then(ParkEvent later) {
        return new ParkEvent(event, at, shard, ordering, orderingHash, later.state, later.attempts, later.delay,
                later.error, fresh || later.fresh);
    }

    /// Returns the same change without the texts of senders and receivers. The event keeps its place in the order.
    ParkEvent withoutTexts() {
        return new ParkEvent(event, at, shard, null, orderingHash, state, attempts, delay, null, fresh);
    }

    /// Parks the event as dead, which is safer than losing it.
    ParkEvent dead(String why) {
        return new ParkEvent(event, at, shard, null, orderingHash, ParkedState.DEAD, attempts, Duration.ZERO, why,
                fresh);
    }
}
