package dev.onceward.internal.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.SerialLoop;

/// The items that wait for a flush. Any thread may add items. The first item of an idle queue starts a flush `soon`: an
/// event loop first handles everything else that it has read, so that all of it goes into one flush.
final class BatchQueue<I, O> {
    private final BatchLimits limits;
    private final Function<List<I>, Uni<List<O>>> flush;
    private final QueueLimit queueLimit;
    private final Queue<QueuedItem<I, O>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger items = new AtomicInteger();
    private final AtomicLong weight = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long lastBegan;
    private final Executor afterLongestWait;
    private final Executor soon;
    private final boolean isPaced;
    private final AtomicBoolean starting = new AtomicBoolean();
    private final AtomicBoolean watching = new AtomicBoolean();
    /// Without this loop, flushes that answer at once would nest.
    private final SerialLoop sending = new SerialLoop(this::sendAll);

    /// @param soon begins a flush
    /// @param isPaced whether what arrived during a flush waits for `soon` as well, unless it is a full batch
    BatchQueue(BatchLimits limits, Function<List<I>, Uni<List<O>>> flush, QueueLimit queueLimit, Executor soon,
            boolean isPaced) {
        this.limits = limits;
        this.flush = flush;
        this.queueLimit = queueLimit;
        this.soon = soon;
        this.isPaced = isPaced;
        this.afterLongestWait = CompletableFuture.delayedExecutor(limits.parallel().longestWait().toNanos(),
                TimeUnit.NANOSECONDS, loading(Thread.currentThread().getContextClassLoader()));
    }

    /// The thread of the JDK that waits has the class loader of whoever used it first, which may be an application that was
    /// reloaded since. A flush would fail there.
    private static Executor loading(ClassLoader application) {
        return task -> {
            Thread.currentThread().setContextClassLoader(application);
            task.run();
        };
    }

    void add(QueuedItem<I, O> queuedItem) {
        queue.add(queuedItem);
        items.incrementAndGet();
        weight.addAndGet(queuedItem.weight());
        startSoon();
    }

    private void startSoon() {
        if (mayFlush() && starting.compareAndSet(false, true)) {
            soon.execute(this::start);
        }
    }

    private void start() {
        starting.set(false);
        sending.call();
    }

    /// Whether an item waits that need not wait for a flush under way: there is none, enough others wait too, or the
    /// flush hangs, for example because it waits for a lock in the store.
    private boolean mayFlush() {
        var flushes = underWay.get();
        return items.get() > 0 && (flushes == 0 || (flushes < limits.parallel().most()
                && (limits.isEnoughForAnother(items.get(), weight.get())
                        || System.nanoTime() - lastBegan >= limits.parallel().longestWait().toNanos())));
    }

    private void sendAll() {
        while (mayFlush()) {
            underWay.incrementAndGet();
            lastBegan = System.nanoTime();
            sendBatch(next());
        }
    }

    private List<QueuedItem<I, O>> next() {
        var batch = new ArrayList<QueuedItem<I, O>>();
        var sum = 0L;
        for (var head = queue.peek(); head != null && batch.size() < limits.items(); head = queue.peek()) {
            if (sum + head.weight() > limits.weight() && !batch.isEmpty()) {
                break;
            }
            sum += head.weight();
            batch.add(queue.remove());
        }
        items.addAndGet(-batch.size());
        weight.addAndGet(-sum);
        return batch;
    }

    private void sendBatch(List<QueuedItem<I, O>> batch) {
        var sent = batch.stream().map(QueuedItem::item).toList();
        var _ = Uni.createFrom().deferred(() -> flush.apply(sent))
                .subscribe().with(outcomes -> answer(batch, outcomes), failure -> crash(batch, failure));
        watch();
    }

    /// Items that nobody adds to would otherwise wait for a flush that hangs. One look at a time is enough.
    private void watch() {
        if (limits.parallel().most() > 1 && underWay.get() > 0 && watching.compareAndSet(false, true)) {
            afterLongestWait.execute(this::flushWhatWaited);
        }
    }

    private void flushWhatWaited() {
        watching.set(false);
        if (mayFlush()) {
            sending.call();
        }
        watch();
    }

    /// Starts the next flush before this one is answered, so that the store does not wait.
    private void answer(List<QueuedItem<I, O>> batch, List<O> outcomes) {
        if (outcomes.size() != batch.size()) {
            crash(batch, new IllegalStateException(
                    "a flush of %d items had %d outcomes".formatted(batch.size(), outcomes.size())));
            return;
        }
        free(batch);
        ReturnOutcomes.each(batch, (queuedItem, i) -> queuedItem.outcome().complete(outcomes.get(i)));
    }

    private void crash(List<QueuedItem<I, O>> batch, Throwable failure) {
        free(batch);
        ReturnOutcomes.each(batch, (queuedItem, _) -> queuedItem.outcome().fail(failure));
    }

    private void free(List<QueuedItem<I, O>> batch) {
        batch.forEach(queuedItem -> queueLimit.leave(queuedItem.weight()));
        underWay.decrementAndGet();
        if (isPaced && items.get() < limits.items()) {
            startSoon();
        } else {
            sending.call();
        }
    }
}
