package dev.onceward.runtime.upkeep;

/// The result of one run of upkeep.
///
/// @param daysDropped of the log
/// @param attemptsDropped days of attempts
/// @param marksPurged of the inbox
/// @param operationKeysPurged of the guard
public record UpkeepDone(int daysCreated, int daysDropped, int attemptsDropped, int keysPurged, int marksPurged,
        int operationKeysPurged, int countsFolded, int edgesThinned) {}
