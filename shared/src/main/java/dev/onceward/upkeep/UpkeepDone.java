package dev.onceward.upkeep;

/// What one run of upkeep did.
public record UpkeepDone(int daysMade, int daysDropped, int keysPurged, int countsFolded) {}
