package dev.onceward.intake.store;

import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.internal.key.Key;

/// An event that is to be stored once.
///
/// @param onMismatch what happens if its key is known with another body
public record StoreRequest(NewEvent event, OnMismatch onMismatch) {

    /// Returns the same event under this key, if it has no key.
    public StoreRequest orUnder(Key key) {
        return event.key() == null ? new StoreRequest(event.under(key), onMismatch) : this;
    }

    /// Returns the same event under a longer key, which includes the fingerprint of its body.
    StoreRequest apart() {
        var key = event.key();
        return key == null ? this : new StoreRequest(event.under(key.apart(event.fingerprint().text())), onMismatch);
    }
}
