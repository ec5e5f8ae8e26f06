package dev.onceward.intake.store;

import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.internal.key.Key;

/// An entry on its way in.
///
/// @param onMismatch what happens if its key is known with another body
public record StoreRequest(NewEvent entry, OnMismatch onMismatch) {

    /// The same under a key, if it has none of its own.
    public StoreRequest orUnder(Key key) {
        return entry.key() == null ? new StoreRequest(entry.under(key), onMismatch) : this;
    }
}
