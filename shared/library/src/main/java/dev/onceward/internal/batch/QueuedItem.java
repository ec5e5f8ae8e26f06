package dev.onceward.internal.batch;

import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import org.jspecify.annotations.Nullable;

/// An item in a queue, with the promise of its outcome.
///
/// @param loop the context of the event loop that added the item; null if another thread added it
record QueuedItem<I, O>(I item, long weight, Promise<O> outcome, @Nullable ContextInternal loop) {

    static <I, O> QueuedItem<I, O> of(I item, long weight, Promise<O> outcome) {
        var context = (ContextInternal) Vertx.currentContext();
        return new QueuedItem<>(item, weight, outcome,
                context != null && Context.isOnEventLoopThread() ? context.unwrap() : null);
    }
}
