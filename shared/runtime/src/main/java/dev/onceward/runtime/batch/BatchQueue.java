package dev.onceward.runtime.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.SerialLoop;

/// A queue with at most one flush under way. Any thread may add items. The first item of an idle queue starts a flush
/// `soon`: an event loop first handles everything else that it has read, so that all of it goes into one flush.
final class BatchQueue<I, O> {
    private final BatchLimits limits;
    private final Function<List<I>, Uni<List<O>>> flush;
    private final QueueLimit queueLimit;
    private final Queue<QueuedItem<I, O>> queue = new ConcurrentLinkedQueue<>();
    private final Executor soon;
    /// Without this loop, flushes that answer at once would nest.
    private final SerialLoop sending = new SerialLoop(this::sendNext);
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicBoolean starting = new AtomicBoolean();

    BatchQueue(BatchLimits limits, Function<List<I>, Uni<List<O>>> flush, QueueLimit queueLimit, Executor soon) {
        this.limits = limits;
        this.flush = flush;
        this.queueLimit = queueLimit;
        this.soon = soon;
    }

    void add(QueuedItem<I, O> queuedItem) {
        queue.add(queuedItem);
        if (!underWay.get() && starting.compareAndSet(false, true)) {
            soon.execute(this::start);
        }
    }

    private void start() {
        starting.set(false);
        sending.call();
    }

    private void sendNext() {
        if (!queue.isEmpty() && underWay.compareAndSet(false, true)) {
            sendBatch(next());
        }
    }

    private List<QueuedItem<I, O>> next() {
        var batch = new ArrayList<QueuedItem<I, O>>();
        var weight = 0L;
        for (var head = queue.peek(); head != null && batch.size() < limits.items(); head = queue.peek()) {
            weight += head.weight();
            if (weight > limits.weight() && !batch.isEmpty()) {
                break;
            }
            batch.add(queue.remove());
        }
        return batch;
    }

    private void sendBatch(List<QueuedItem<I, O>> batch) {
        var items = batch.stream().map(QueuedItem::item).toList();
        var _ = Uni.createFrom().deferred(() -> flush.apply(items))
                .subscribe().with(outcomes -> answer(batch, outcomes), failure -> crash(batch, failure));
    }

    /// Starts the next flush before this one is answered, so that the store does not wait.
    private void answer(List<QueuedItem<I, O>> batch, List<O> outcomes) {
        if (outcomes.size() != batch.size()) {
            crash(batch, new IllegalStateException(
                    "a flush of %d items had %d outcomes".formatted(batch.size(), outcomes.size())));
            return;
        }
        free(batch);
        for (var i = 0; i < batch.size(); i++) {
            batch.get(i).outcome().complete(outcomes.get(i));
        }
    }

    private void crash(List<QueuedItem<I, O>> batch, Throwable failure) {
        free(batch);
        batch.forEach(queuedItem -> queuedItem.outcome().fail(failure));
    }

    private void free(List<QueuedItem<I, O>> batch) {
        batch.forEach(queuedItem -> queueLimit.leave(queuedItem.weight()));
        underWay.set(false);
        sending.call();
    }
}
