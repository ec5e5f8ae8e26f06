package dev.onceward.internal.batch;

import java.time.Duration;

/// Limits what one flush carries, how many flushes are under way, and what may wait in all.
///
/// @param items the most items of one flush
/// @param weight the most weight of one flush, in the unit of the items' weights; a single heavier item is flushed
///        alone
/// @param parallel how many flushes may be under way at the same time
/// @param waiting the most items that may wait or be under way
/// @param waitingWeight the most weight that may wait or be under way
public record BatchLimits(int items, long weight, ParallelFlushes parallel, int waiting, long waitingWeight) {

    /// How many flushes may be under way at the same time.
    ///
    /// @param most the most flushes
    /// @param itemsForAnother how many waiting items start another flush beside those under way
    /// @param longestWait how long items wait for the last flush before another one starts for them
    public record ParallelFlushes(int most, int itemsForAnother, Duration longestWait) {
        public static final ParallelFlushes ONE = new ParallelFlushes(1, 1);

        public ParallelFlushes(int most, int itemsForAnother) {
            this(most, itemsForAnother, Duration.ofMillis(50));
        }
    }

    /// Whether so much waits that another flush starts beside those under way, however long they have taken.
    boolean isEnoughForAnother(int waitingItems, long weightOfThem) {
        return waitingItems >= parallel.itemsForAnother || weightOfThem >= weight;
    }
}
