package dev.onceward.runtime.batch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Counts what is inside a batcher, and says no at the limit: a queue without an end is how a slow store becomes an
/// outage.
final class QueueLimit {
    private final BatchLimits limits;
    private final AtomicInteger items = new AtomicInteger();
    private final AtomicLong weight = new AtomicLong();

    QueueLimit(BatchLimits limits) {
        this.limits = limits;
    }

    boolean enter(long itemWeight) {
        var count = items.incrementAndGet();
        var total = weight.addAndGet(itemWeight);
        if (count <= limits.waiting() && total <= limits.waitingWeight()) {
            return true;
        }
        leave(itemWeight);
        return false;
    }

    void leave(long itemWeight) {
        items.decrementAndGet();
        weight.addAndGet(-itemWeight);
    }

    int inside() {
        return items.get();
    }
}
