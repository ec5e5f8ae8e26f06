package dev.onceward.inbox.jetstream;

import java.util.Optional;

import io.nats.client.Message;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.inbox.CloudEventId;
import dev.onceward.internal.inbox.MarkText;

/// Finds the id of a message. The place of a message in its stream is no id: a stream that is deleted and made again
/// begins again at 1, and its messages would be taken for those that were processed.
///
/// @param header the only one to look at, if it is configured
record JetStreamMessageId(Optional<String> header) {
    private static final String MISSING = "The message has no id. Looked for: the attributes of a CloudEvent, and the "
            + "header Nats-Msg-Id. The setting onceward.inbox.consumers.NAME.id-header names another header.";

    /// @return empty if the message has none
    String of(Message message) {
        return find(message).orElse("");
    }

    /// Why a message with this id cannot be processed.
    static Optional<String> problem(String id) {
        return id.isEmpty() ? Optional.of(MISSING) : MarkText.problem("message id", id);
    }

    private Optional<String> find(Message message) {
        return header.isPresent()
                ? Optional.ofNullable(text(message, header.get()))
                : CloudEventId.of(text(message, "ce-source"), text(message, "ce-id"))
                        .or(() -> CloudEventId.inBody(text(message, "Content-Type"), message.getData()))
                        .or(() -> Optional.ofNullable(text(message, "Nats-Msg-Id")));
    }

    private static @Nullable String text(Message message, String name) {
        return message.hasHeaders() ? message.getHeaders().getFirst(name) : null;
    }
}
