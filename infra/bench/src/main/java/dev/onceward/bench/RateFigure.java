package dev.onceward.bench;

/// What was found for a cell.
///
/// @param rate the highest sustained one, 0 if none was
/// @param calm the run at 70 % of it; where none was sustained, the one that went flat out
/// @param rss of the target right after, in bytes
record RateFigure(double rate, LoadResult calm, long rss) {}
