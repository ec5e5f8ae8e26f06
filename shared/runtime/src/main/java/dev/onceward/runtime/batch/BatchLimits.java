package dev.onceward.runtime.batch;

/// Limits what one flush carries and what may wait in all.
///
/// @param items the most items of one flush
/// @param weight the most weight of one flush, in the unit of the items' weights; a single heavier item is flushed
///        alone
/// @param waiting the most items that may wait or be under way in all queues together
/// @param waitingWeight the most weight that may wait or be under way in all queues together
public record BatchLimits(int items, long weight, int waiting, long waitingWeight) {}
