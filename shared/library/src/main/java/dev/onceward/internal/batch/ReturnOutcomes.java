package dev.onceward.internal.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import io.vertx.core.impl.ContextInternal;

/// Returns the outcomes of a batch, each on the event loop that added the item. An event loop is woken once for all its
/// items. They share a duplicated context, because in the context of the event loop itself Quarkus adds no fields to log lines.
final class ReturnOutcomes {

    /// Completes one item.
    interface Complete<T> {
        /// @param index of the item in its batch
        void item(T queuedItem, int index);
    }

    private ReturnOutcomes() {}

    static <I, O> void each(List<QueuedItem<I, O>> batch, Complete<QueuedItem<I, O>> complete) {
        var onLoops = new LinkedHashMap<ContextInternal, List<Integer>>();
        for (var i = 0; i < batch.size(); i++) {
            var loop = batch.get(i).loop();
            if (loop == null) {
                complete.item(batch.get(i), i);
            } else {
                onLoops.computeIfAbsent(loop, _ -> new ArrayList<>()).add(i);
            }
        }
        onLoops.forEach((loop, items) -> loop.duplicate()
                .emit(_ -> items.forEach(i -> complete.item(batch.get(i), i))));
    }
}
