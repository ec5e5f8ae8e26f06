package dev.onceward.intake.seen;

import java.util.concurrent.atomic.AtomicInteger;

/// Whether a source sends enough duplicates for lookups in Redis to pay. A lookup of a new key is in vain, because
/// PostgreSQL decides about it in any case: intake and Redis spend some 7 µs on it. A duplicate that Redis did not find
/// costs PostgreSQL some 11 µs. Lookups therefore save time where more than a third of the events are duplicates. The
/// limit is far below that, because PostgreSQL is the server that is harder to scale. The outcomes of both servers are
/// counted, so no lookups are needed as samples.
final class RecentDuplicates {
    static final int WINDOW = 1000;
    /// The least number of duplicates for each window of new events with which keys are looked up.
    static final int ENOUGH = 50;

    private final AtomicInteger newEvents = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private volatile boolean areEnough = true;

    boolean areEnough() {
        return areEnough;
    }

    void countNew() {
        if (newEvents.incrementAndGet() % WINDOW == 0) {
            areEnough = duplicates.getAndSet(0) >= ENOUGH;
        }
    }

    void countDuplicate() {
        if (duplicates.incrementAndGet() >= ENOUGH && !areEnough) {
            areEnough = true;
        }
    }
}
