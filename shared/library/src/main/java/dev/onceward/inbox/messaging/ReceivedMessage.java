package dev.onceward.inbox.messaging;

import java.util.Optional;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.internal.inbox.MessageId;
import dev.onceward.internal.inbox.MessageId.FoundId;
import dev.onceward.internal.inbox.MessageId.NoId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

/// A message with what was found of its id.
record ReceivedMessage<T>(Message<T> message, MessageId messageId) {

    /// Empty if the message has no usable id.
    String id() {
        return messageId.orEmpty();
    }

    /// Why the message cannot be processed.
    ///
    /// @param places where an id was looked for
    Optional<String> problem(String places) {
        return switch (messageId) {
            case FoundId _ -> Optional.empty();
            case UnusableId(var problem) -> Optional.of(problem);
            case NoId _ -> Optional.of("The message has no id. Looked for: " + places
                    + ". The setting onceward.inbox.consumers.NAME.id-header names another header.");
        };
    }
}
