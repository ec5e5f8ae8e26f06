package dev.onceward.inbox.messaging;

import java.util.Optional;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.internal.inbox.MarkText;

/// A message with its id.
///
/// @param id empty where the message has none
record ReceivedMessage<T>(Message<T> message, String id) {
    /// Why the message cannot be processed.
    ///
    /// @param places where an id was looked for
    Optional<String> problem(String places) {
        return id.isEmpty()
                ? Optional.of("The message has no id. Looked for: " + places
                        + ". The setting onceward.inbox.consumers.NAME.id-header names another header.")
                : MarkText.problem("message id", id);
    }
}
