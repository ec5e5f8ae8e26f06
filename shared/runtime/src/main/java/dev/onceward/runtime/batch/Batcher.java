package dev.onceward.runtime.batch;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/// Sends what arrives while the previous flush is under way as one flush. Nothing lingers: an item that finds its queue
/// idle leaves at once, with what the same turn of the event loop brought.
///
/// Every event loop has a queue of its own with one flush in flight, so that on the hot path nothing crosses threads.
/// All other threads share one queue.
public final class Batcher<I, O> {
    private final BatchLimits limits;
    private final ToLongFunction<I> weigh;
    private final Function<List<I>, Uni<List<O>>> flush;
    private final O full;
    private final QueueLimit queueLimit;
    private final BatchQueue<I, O> common;
    private final boolean isShared;
    private final ThreadLocal<BatchQueue<I, O>> own = ThreadLocal.withInitial(() -> newQueue(Batcher::afterThisTurn));

    /// @param flush sends a batch and returns one outcome an item, in the same order
    /// @param full the outcome of an item that found no room
    public Batcher(BatchLimits limits, ToLongFunction<I> weigh, Function<List<I>, Uni<List<O>>> flush, O full) {
        this(limits, weigh, flush, full, false);
    }

    /// With one queue for all threads, so one flush in flight in all: for what must not take the store from others.
    public static <I, O> Batcher<I, O> ofOneLane(BatchLimits limits, ToLongFunction<I> weigh,
            Function<List<I>, Uni<List<O>>> flush, O full) {
        return new Batcher<>(limits, weigh, flush, full, true);
    }

    private Batcher(BatchLimits limits, ToLongFunction<I> weigh, Function<List<I>, Uni<List<O>>> flush, O full,
            boolean isShared) {
        this.limits = limits;
        this.weigh = weigh;
        this.flush = flush;
        this.full = full;
        this.queueLimit = new QueueLimit(limits);
        this.isShared = isShared;
        this.common = newQueue(Runnable::run);
    }

    /// Sends the item when somebody waits for its outcome.
    public Uni<O> add(I item) {
        return Uni.createFrom().deferred(() -> send(item));
    }

    /// Sends the item at once: it is on its way when this returns, whether or not anybody waits for its outcome.
    public Uni<O> send(I item) {
        var outcome = Promise.<O>promise();
        return enter(item, outcome) ? UniHelper.toUni(outcome.future()) : Uni.createFrom().item(full);
    }

    /// The same for an item whose outcome nobody waits for.
    ///
    /// @return whether there was room for it
    public boolean offer(I item) {
        return enter(item, Promise.promise());
    }

    private boolean enter(I item, Promise<O> outcome) {
        var weight = weigh.applyAsLong(item);
        if (!queueLimit.enter(weight)) {
            return false;
        }
        here().add(new QueuedItem<>(item, weight, outcome));
        return true;
    }

    /// How many items wait or are under way.
    public int waiting() {
        return queueLimit.inside();
    }

    private BatchQueue<I, O> here() {
        return Context.isOnEventLoopThread() && !isShared ? own.get() : common;
    }

    private BatchQueue<I, O> newQueue(Executor soon) {
        return new BatchQueue<>(limits, flush, queueLimit, soon);
    }

    private static void afterThisTurn(Runnable start) {
        var context = Vertx.currentContext();
        if (context == null) {
            start.run();
        } else {
            context.runOnContext(_ -> start.run());
        }
    }
}
