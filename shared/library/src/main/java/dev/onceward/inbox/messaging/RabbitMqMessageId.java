package dev.onceward.inbox.messaging;

import java.util.Map;
import java.util.Optional;

import io.smallrye.reactive.messaging.rabbitmq.IncomingRabbitMQMetadata;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.inbox.CloudEventId;
import dev.onceward.internal.inbox.MessageId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

/// Finds the id of a message of RabbitMQ. CloudEvents has two spellings of its headers for AMQP.
final class RabbitMqMessageId {
    static final String PLACES = "the attributes of a CloudEvent, and the property message-id";
    private static final String NO_TEXT = "The header with the message id, or with the source of the CloudEvent, is neither a text nor a number.";

    private RabbitMqMessageId() {}

    /// @param header the only one to look at, if it is configured
    static MessageId of(Message<?> message, Optional<String> header) {
        var received = MessageHeaders.metadata(message, IncomingRabbitMQMetadata.class);
        var headers = received.map(IncomingRabbitMQMetadata::getHeaders).orElse(Map.of());
        return header.isPresent()
                ? inHeader(headers, header.get())
                : MessageHeaders.cloudEventId(message)
                        .or(() -> cloudEventId(headers, "cloudEvents:"))
                        .or(() -> cloudEventId(headers, "cloudEvents_"))
                        .or(() -> inBody(received, message.getPayload()))
                        .or(() -> MessageId.of(received.flatMap(IncomingRabbitMQMetadata::getMessageId).orElse(null)));
    }

    static MessageId inHeader(Map<String, Object> headers, String name) {
        var value = headers.get(name);
        return isUsable(value) ? MessageId.of(text(value)) : new UnusableId(NO_TEXT);
    }

    static MessageId cloudEventId(Map<String, Object> headers, String prefix) {
        var source = headers.get(prefix + "source");
        var id = headers.get(prefix + "id");
        return isUsable(source) && isUsable(id) ? CloudEventId.of(text(source), text(id)) : new UnusableId(NO_TEXT);
    }

    private static MessageId inBody(Optional<IncomingRabbitMQMetadata> received, @Nullable Object payload) {
        return CloudEventId.inBody(received.flatMap(IncomingRabbitMQMetadata::getContentType).orElse(null), payload);
    }

    /// Bytes, lists and tables have no text that is the same at each delivery.
    private static boolean isUsable(@Nullable Object value) {
        return value == null || value instanceof String || value instanceof Number;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
