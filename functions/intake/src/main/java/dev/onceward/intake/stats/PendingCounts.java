package dev.onceward.intake.stats;

import java.util.concurrent.atomic.LongAdder;

/// The counts of this process that are not written yet.
final class PendingCounts {
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder errors = new LongAdder();

    void add(long moreDuplicates, long moreErrors) {
        duplicates.add(moreDuplicates);
        errors.add(moreErrors);
    }

    SourceTotals take() {
        return new SourceTotals(0, duplicates.sumThenReset(), errors.sumThenReset());
    }
}
