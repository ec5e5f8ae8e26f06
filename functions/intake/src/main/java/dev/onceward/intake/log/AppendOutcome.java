package dev.onceward.intake.log;

import java.time.Duration;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Fingerprint;

/// The outcome of appending an event.
public sealed interface AppendOutcome {

    /// The event is committed.
    record Stored(Receipt receipt) implements AppendOutcome {}

    /// The key is already stored, with this event.
    ///
    /// @param kept how long the key is kept from now
    record AlreadyStored(Receipt receipt, Fingerprint fingerprint, Duration kept) implements AppendOutcome {}

    /// PostgreSQL refuses this event and would refuse it again.
    record RefusedByPostgres(String why) implements AppendOutcome {}

    /// It is unknown whether the event was stored: PostgreSQL is unreachable or too slow, or the queue is full. The
    /// append can be tried again later.
    record Unavailable(String why) implements AppendOutcome {}
}
