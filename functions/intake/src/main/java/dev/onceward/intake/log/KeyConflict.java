package dev.onceward.intake.log;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.internal.key.Key;

/// The reason why an event was not stored.
sealed interface KeyConflict {

    record HeldBy(AlreadyStored known) implements KeyConflict {}

    /// Another event with the key committed after the statement's snapshot. The next statement will see it.
    record NotYetVisible() implements KeyConflict {}

    record Expired(Key key) implements KeyConflict {}
}
