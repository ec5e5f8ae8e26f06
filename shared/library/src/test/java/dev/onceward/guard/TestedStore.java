package dev.onceward.guard;

import dev.onceward.guard.Operation.Store;

/// A store of a guard, with and without what the process remembers in memory.
enum TestedStore {
    POSTGRES(Store.POSTGRES, 0),
    TIERED(Store.TIERED, 0),
    TIERED_WITH_MEMORY(Store.TIERED, 1 << 20),
    REDIS(Store.REDIS, 0),
    /// The memory is none of its.
    REDIS_WITH_MEMORY(Store.REDIS, 1 << 20);

    private final Store store;
    private final long memory;

    TestedStore(Store store, long memory) {
        this.store = store;
        this.memory = memory;
    }

    Store store() {
        return store;
    }

    long memory() {
        return memory;
    }
}
