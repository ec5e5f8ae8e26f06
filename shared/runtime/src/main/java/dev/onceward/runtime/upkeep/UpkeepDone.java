package dev.onceward.runtime.upkeep;

/// What one run of upkeep did.
///
/// @param daysDropped of the log
/// @param attemptsDropped days of attempts
public record UpkeepDone(int daysCreated, int daysDropped, int attemptsDropped, int keysPurged, int countsFolded,
        int edgesThinned) {}
