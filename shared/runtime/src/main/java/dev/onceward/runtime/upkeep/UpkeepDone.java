package dev.onceward.runtime.upkeep;

/// The result of one run of upkeep.
///
/// @param daysDropped of the log
/// @param attemptsDropped days of attempts
public record UpkeepDone(int daysCreated, int daysDropped, int attemptsDropped, int keysPurged, int countsFolded,
        int edgesThinned) {}
