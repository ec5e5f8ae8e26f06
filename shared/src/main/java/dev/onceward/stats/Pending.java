package dev.onceward.stats;

import java.util.concurrent.atomic.LongAdder;

/// What this process counted and has not written yet.
final class Pending {
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder errors = new LongAdder();

    void add(long moreDuplicates, long moreErrors) {
        duplicates.add(moreDuplicates);
        errors.add(moreErrors);
    }

    Totals take() {
        return new Totals(0, duplicates.sumThenReset(), errors.sumThenReset());
    }
}
