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

/// Sends what arrives while the previous flush is under way as one flush. No item waits to fill a batch: the first item
/// of an idle queue leaves at once, with what the same turn of the event loop brought.
///
/// Every event loop has a queue of its own with one flush under way, so that items rarely cross threads. All other
/// threads share one queue.
public final class Batcher<I, O> {
    private final BatchLimits limits;
    private final ToLongFunction<I> weightOf;
    private final Function<List<I>, Uni<List<O>>> flush;
    private final O full;
    private final QueueLimit queueLimit;
    private final BatchQueue<I, O> common;
    private final boolean isShared;
    private final ThreadLocal<BatchQueue<I, O>> own = ThreadLocal.withInitial(() -> newQueue(Batcher::afterThisTurn));

    /// @param flush sends a batch and returns one outcome per item, in the same order
    /// @param full the outcome of an item that exceeds the limit
    public Batcher(BatchLimits limits, ToLongFunction<I> weightOf, Function<List<I>, Uni<List<O>>> flush, O full) {
        this(limits, weightOf, flush, full, false);
    }

    /// Makes a batcher with one queue for all threads, so with one flush under way in all, for work that must not take
    /// the store from others.
    public static <I, O> Batcher<I, O> ofOneLane(BatchLimits limits, ToLongFunction<I> weightOf,
            Function<List<I>, Uni<List<O>>> flush, O full) {
        return new Batcher<>(limits, weightOf, flush, full, true);
    }

    private Batcher(BatchLimits limits, ToLongFunction<I> weightOf, Function<List<I>, Uni<List<O>>> flush, O full,
            boolean isShared) {
        this.limits = limits;
        this.weightOf = weightOf;
        this.flush = flush;
        this.full = full;
        this.queueLimit = new QueueLimit(limits);
        this.isShared = isShared;
        this.common = newQueue(Runnable::run);
    }

    /// Sends the item once somebody subscribes to its outcome.
    public Uni<O> add(I item) {
        return Uni.createFrom().deferred(() -> send(item));
    }

    /// Sends the item at once, whether or not anybody subscribes to its outcome.
    public Uni<O> send(I item) {
        var outcome = Promise.<O>promise();
        return enter(item, outcome) ? UniHelper.toUni(outcome.future()) : Uni.createFrom().item(full);
    }

    /// Sends an item whose outcome nobody needs.
    ///
    /// @return whether the item was within the limit
    public boolean offer(I item) {
        return enter(item, Promise.promise());
    }

    private boolean enter(I item, Promise<O> outcome) {
        var weight = weightOf.applyAsLong(item);
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
