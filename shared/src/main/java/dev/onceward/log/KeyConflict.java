package dev.onceward.log;

import dev.onceward.key.Key;
import dev.onceward.log.AppendOutcome.AlreadyStored;

/// What an entry ran into that was not stored.
sealed interface KeyConflict {

    record HeldBy(AlreadyStored known) implements KeyConflict {}

    /// The holder committed after our snapshot: the next look will see it.
    record NotYetVisible() implements KeyConflict {}

    record Expired(Key key) implements KeyConflict {}
}
