package dev.onceward.guard;

import dev.onceward.guard.Operation.Store;

/// A store of a guard, with and without what the process remembers in memory, and with too few repetitions for Redis.
enum TestedStore {
    POSTGRES(Store.POSTGRES, 0, 0),
    TIERED(Store.TIERED, 0, 0),
    TIERED_WITH_MEMORY(Store.TIERED, 1 << 20, 0),
    TIERED_WITH_UNUSED_REDIS(Store.TIERED, 1 << 20, Integer.MAX_VALUE),
    REDIS(Store.REDIS, 0, 0),
    /// The memory is none of its.
    REDIS_WITH_MEMORY(Store.REDIS, 1 << 20, 0);

    private final Store store;
    private final long memory;
    private final int minDuplicates;

    TestedStore(Store store, long memory, int minDuplicates) {
        this.store = store;
        this.memory = memory;
        this.minDuplicates = minDuplicates;
    }

    Store store() {
        return store;
    }

    long memory() {
        return memory;
    }

    int minDuplicates() {
        return minDuplicates;
    }
}
