package dev.onceward.relay.parked;

import java.util.Locale;

/// Where a parked event stands.
public enum ParkedState {
    /// until its time comes
    SCHEDULED,
    /// behind another of its ordering key
    BLOCKED,
    /// an attempt is under way that took longer than its page; due again if nobody settles it in time
    IN_FLIGHT,
    /// until a person acts
    DEAD;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static ParkedState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
