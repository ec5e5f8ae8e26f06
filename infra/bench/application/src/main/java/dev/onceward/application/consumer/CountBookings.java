package dev.onceward.application.consumer;

import java.util.concurrent.atomic.LongAdder;

import jakarta.inject.Singleton;

/// How many messages this process has acknowledged.
@Singleton
class CountBookings {
    private final LongAdder count = new LongAdder();

    void add(int more) {
        count.add(more);
    }

    long sum() {
        return count.sum();
    }
}
