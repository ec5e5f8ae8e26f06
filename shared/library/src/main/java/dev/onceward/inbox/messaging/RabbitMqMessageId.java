package dev.onceward.inbox.messaging;

import java.util.Optional;

import io.smallrye.reactive.messaging.rabbitmq.IncomingRabbitMQMetadata;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.inbox.CloudEventId;

/// Finds the id of a message of RabbitMQ. CloudEvents has two spellings of its headers for AMQP.
final class RabbitMqMessageId {
    static final String PLACES = "the attributes of a CloudEvent, and the property message-id";

    private RabbitMqMessageId() {}

    /// @param header the only one to look at, if it is configured
    static Optional<String> of(Message<?> message, Optional<String> header) {
        var received = MessageHeaders.metadata(message, IncomingRabbitMQMetadata.class);
        return header.isPresent()
                ? received.map(metadata -> text(metadata, header.get()))
                : MessageHeaders.cloudEventId(message)
                        .or(() -> received.flatMap(metadata -> cloudEventId(metadata, message.getPayload())))
                        .or(() -> received.flatMap(IncomingRabbitMQMetadata::getMessageId));
    }

    private static Optional<String> cloudEventId(IncomingRabbitMQMetadata metadata, @Nullable Object payload) {
        return CloudEventId.of(text(metadata, "cloudEvents:source"), text(metadata, "cloudEvents:id"))
                .or(() -> CloudEventId.of(text(metadata, "cloudEvents_source"), text(metadata, "cloudEvents_id")))
                .or(() -> CloudEventId.inBody(metadata.getContentType().orElse(null), payload));
    }

    private static @Nullable String text(IncomingRabbitMQMetadata metadata, String header) {
        var value = metadata.getHeaders().get(header);
        return value == null ? null : value.toString();
    }
}
