package dev.onceward.relay.parked;

import java.util.Locale;

/// The state of a parked event.
public enum ParkedState {
    /// The event waits until its next attempt is due.
    SCHEDULED,
    /// The event waits for an earlier event of its ordering key.
    BLOCKED,
    /// An attempt that outlived its page is under way. If it is not settled in time, the event becomes due again.
    IN_FLIGHT,
    /// The event waits until an operator redrives or drops it.
    DEAD;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static ParkedState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
