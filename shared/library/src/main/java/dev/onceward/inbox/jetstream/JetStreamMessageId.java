package dev.onceward.inbox.jetstream;

import java.util.Optional;

import io.nats.client.Message;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.inbox.CloudEventId;
import dev.onceward.internal.inbox.MessageId;
import dev.onceward.internal.inbox.MessageId.FoundId;
import dev.onceward.internal.inbox.MessageId.NoId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

/// Finds the id of a message. The place of a message in its stream is no id: a stream that is deleted and made again
/// begins again at 1, and its messages would be taken for those that were processed.
///
/// @param header the only one to look at, if it is configured
record JetStreamMessageId(Optional<String> header) {
    private static final String MISSING = "The message has no id. Looked for: the attributes of a CloudEvent, and the "
            + "header Nats-Msg-Id. The setting onceward.inbox.consumers.NAME.id-header names another header.";

    MessageId of(Message message) {
        return header.isPresent()
                ? MessageId.of(text(message, header.get()))
                : CloudEventId.of(text(message, "ce-source"), text(message, "ce-id"))
                        .or(() -> CloudEventId.inBody(text(message, "Content-Type"), message.getData()))
                        .or(() -> MessageId.of(text(message, "Nats-Msg-Id")));
    }

    /// Why a message with this id cannot be processed.
    static Optional<String> problem(MessageId id) {
        return switch (id) {
            case FoundId _ -> Optional.empty();
            case NoId _ -> Optional.of(MISSING);
            case UnusableId(var problem) -> Optional.of(problem);
        };
    }

    private static @Nullable String text(Message message, String name) {
        return message.hasHeaders() ? message.getHeaders().getFirst(name) : null;
    }
}
