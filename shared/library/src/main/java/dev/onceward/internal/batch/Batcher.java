package dev.onceward.internal.batch;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/// Sends what arrives while the previous flush is under way as one flush. Unless a pause is wanted, no item waits to fill
/// a batch: the first item of an idle queue leaves at once, with what the same turn of the event loop brought. All
/// threads share one queue, because few large batches cost the store much less than many small ones.
public final class Batcher<I, O> {
    private final ToLongFunction<I> weightOf;
    private final O full;
    private final QueueLimit queueLimit;
    private final BatchQueue<I, O> queue;

    /// @param flush sends a batch and returns one outcome per item, in the same order
    /// @param full the outcome of an item that exceeds the limit
    public Batcher(BatchLimits limits, ToLongFunction<I> weightOf, Function<List<I>, Uni<List<O>>> flush, O full) {
        this(limits, weightOf, flush, full, Batcher::afterThisTurn, false);
    }

    /// Makes a batcher for work that nobody waits for.
    ///
    /// @param pause begins a flush after a pause, in which more items arrive
    public static <I, O> Batcher<I, O> withPauses(BatchLimits limits, ToLongFunction<I> weightOf,
            Function<List<I>, Uni<List<O>>> flush, O full, Executor pause) {
        return new Batcher<>(limits, weightOf, flush, full, pause, true);
    }

    private Batcher(BatchLimits limits, ToLongFunction<I> weightOf, Function<List<I>, Uni<List<O>>> flush, O full,
            Executor soon, boolean isPaced) {
        this.weightOf = weightOf;
        this.full = full;
        this.queueLimit = new QueueLimit(limits);
        this.queue = new BatchQueue<>(limits, flush, queueLimit, soon, isPaced);
    }

    /// Sends the item once somebody subscribes to its outcome.
    public Uni<O> add(I item) {
        return Uni.createFrom().emitter(outcome -> send(item).onSuccess(outcome::complete).onFailure(outcome::fail));
    }

    /// Sends the item at once, whether or not anybody waits for its outcome.
    public Future<O> send(I item) {
        var outcome = Promise.<O>promise();
        return enter(item, outcome) ? outcome.future() : Future.succeededFuture(full);
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
        queue.add(QueuedItem.of(item, weight, outcome));
        return true;
    }

    /// How many items wait or are under way.
    public int waiting() {
        return queueLimit.inside();
    }

    private static void afterThisTurn(Runnable start) {
        var context = Vertx.currentContext();
        if (context == null || !Context.isOnEventLoopThread()) {
            start.run();
        } else {
            context.runOnContext(_ -> start.run());
        }
    }
}
