package dev.onceward.inbox;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.RequiredText;

/// A message of a batch.
///
/// @param id may be unusable
record BatchMessage<M>(M message, String id) {

    static <M> List<BatchMessage<M>> all(List<M> messages, Function<M, String> id) {
        return messages.stream().map(message -> new BatchMessage<>(message, of(id.apply(message)))).toList();
    }

    static <M> List<String> usableIds(List<BatchMessage<M>> messages) {
        return messages.stream().filter(message -> message.problem().isEmpty()).map(BatchMessage::id).distinct()
                .toList();
    }

    /// What is wrong with the id.
    Optional<String> problem() {
        return RequiredText.problem("message id", id);
    }

    private static String of(@Nullable String id) {
        return id == null ? "" : id;
    }
}
