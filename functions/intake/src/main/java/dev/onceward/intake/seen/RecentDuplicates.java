package dev.onceward.intake.seen;

import java.util.concurrent.atomic.AtomicInteger;

/// Whether a source sends enough duplicates for Redis to save time. PostgreSQL decides about a new key in any case, so
/// it is in vain to look it up in Redis and to remember it there. The outcomes of both servers are counted, so no lookups
/// are needed as samples.
final class RecentDuplicates {
    static final int WINDOW = 1000;

    private final int enough;
    private final AtomicInteger newEvents = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private volatile boolean areEnough = true;

    /// @param enough the least number of duplicates for each window of new events
    RecentDuplicates(int enough) {
        this.enough = enough;
    }

    boolean areEnough() {
        return areEnough;
    }

    void countNew() {
        if (newEvents.incrementAndGet() % WINDOW == 0) {
            areEnough = duplicates.getAndSet(0) >= enough;
        }
    }

    void countDuplicate() {
        if (duplicates.incrementAndGet() >= enough && !areEnough) {
            areEnough = true;
        }
    }
}
