package dev.onceward.internal.redis;

import java.util.concurrent.atomic.AtomicInteger;

/// Whether a source of keys has enough duplicates for Redis to save time. PostgreSQL decides about a new key in any case, so
/// it is in vain to look it up in Redis and to remember it there. The outcomes of both servers are counted, so no lookups
/// are needed as samples. Until the first thousand new keys have come, there are enough unless more duplicates than that are asked for.
public final class RecentDuplicates {
    public static final int WINDOW = 1000;

    private final int enough;
    private final AtomicInteger newKeys = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private volatile boolean areEnough;

    /// @param enough the least number of duplicates for each window of new keys; 0 if there are always enough
    public RecentDuplicates(int enough) {
        this.enough = enough;
        this.areEnough = enough <= WINDOW;
    }

    public boolean areEnough() {
        return areEnough;
    }

    public void countNew() {
        if (newKeys.incrementAndGet() % WINDOW == 0) {
            areEnough = duplicates.getAndSet(0) >= enough;
        }
    }

    public void countDuplicate() {
        if (duplicates.incrementAndGet() >= enough && !areEnough) {
            areEnough = true;
        }
    }
}
