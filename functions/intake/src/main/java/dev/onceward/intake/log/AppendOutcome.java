package dev.onceward.intake.log;

import java.time.Duration;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Fingerprint;

/// What became of an entry.
public sealed interface AppendOutcome {

    /// Committed.
    record Stored(Receipt receipt) implements AppendOutcome {}

    /// The key was there already, with this event.
    ///
    /// @param kept how long the key is kept from now
    record AlreadyStored(Receipt receipt, Fingerprint fingerprint, Duration kept) implements AppendOutcome {}

    /// PostgreSQL refuses this entry and would refuse it again.
    record RefusedByPostgres(String why) implements AppendOutcome {}

    /// Nobody knows: PostgreSQL is out of reach, too slow, or the queue to it is full. To be tried again later.
    record Unavailable(String why) implements AppendOutcome {}
}
