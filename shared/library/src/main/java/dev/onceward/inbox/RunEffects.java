package dev.onceward.inbox;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.NotProcessed;

/// Runs the effects of a batch once, one after the other.
final class RunEffects<M, T> {
    private final List<BatchMessage<M>> messages;
    private final Function<M, Uni<InboxResult<T>>> runEffect;
    private final Set<String> toProcess;
    private final Map<String, InboxResult<T>> failed = new HashMap<>();

    /// @param marked the ids of the messages to process; the others were processed before
    RunEffects(List<BatchMessage<M>> messages, Set<String> marked, Function<M, Uni<InboxResult<T>>> runEffect) {
        this.messages = messages;
        this.runEffect = runEffect;
        this.toProcess = new HashSet<>(marked);
    }

    /// Returns the results in the order of the messages.
    Uni<List<InboxResult<T>>> run() {
        return Multi.createFrom().iterable(messages)
                .onItem().transformToUniAndConcatenate(this::process)
                .collect().asList();
    }

    /// The ids of the messages whose effects have failed.
    Set<String> failed() {
        return failed.keySet();
    }

    private Uni<InboxResult<T>> process(BatchMessage<M> message) {
        var problem = message.problem();
        if (problem.isPresent()) {
            return Uni.createFrom().item(new NotProcessed<>(new IllegalArgumentException(problem.get())));
        }
        return toProcess.remove(message.id())
                ? runEffect.apply(message.message()).onItem().invoke(result -> remember(message, result))
                : Uni.createFrom().item(processedBefore(message));
    }

    private void remember(BatchMessage<M> message, InboxResult<T> result) {
        if (result instanceof NotProcessed) {
            var _ = failed.put(message.id(), result);
        }
    }

    /// A message that stands in the batch twice fails twice, because neither of them may be acknowledged.
    private InboxResult<T> processedBefore(BatchMessage<M> message) {
        return failed.getOrDefault(message.id(), new AlreadyProcessed<>());
    }
}
