package dev.onceward.intake.log;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.internal.key.Key;

/// What an entry ran into that was not stored.
sealed interface KeyConflict {

    record HeldBy(AlreadyStored known) implements KeyConflict {}

    /// The holder committed after our snapshot: the next look will see it.
    record NotYetVisible() implements KeyConflict {}

    record Expired(Key key) implements KeyConflict {}
}
