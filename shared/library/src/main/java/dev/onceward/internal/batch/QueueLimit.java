package dev.onceward.internal.batch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Limits the items of a batcher, because an unbounded queue before a slow store would fill the memory.
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
