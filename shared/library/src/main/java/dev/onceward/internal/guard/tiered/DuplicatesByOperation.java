package dev.onceward.internal.guard.tiered;

import java.util.stream.IntStream;

import dev.onceward.internal.redis.RecentDuplicates;

/// The recent duplicates of each operation. Operations share few counters by the hashes of their names, because an application may
/// make up any number of names.
final class DuplicatesByOperation {
    private static final int COUNTERS = 256;

    private final RecentDuplicates[] counters;

    /// @param enough the least number of duplicates for each thousand new keys
    DuplicatesByOperation(int enough) {
        this.counters = IntStream.range(0, COUNTERS).mapToObj(_ -> new RecentDuplicates(enough))
                .toArray(RecentDuplicates[]::new);
    }

    RecentDuplicates of(String operation) {
        return counters[Math.floorMod(operation.hashCode(), COUNTERS)];
    }
}
