package dev.onceward.inbox.messaging;

import java.util.Optional;
import java.util.stream.StreamSupport;

import io.smallrye.reactive.messaging.ce.IncomingCloudEventMetadata;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.internal.inbox.CloudEventId;
import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.InboxConfig.ConsumerConfig;
import dev.onceward.internal.inbox.MessageId;
import dev.onceward.internal.inbox.MessageId.NoId;

/// Reads what a connector tells of a message beside its payload.
final class MessageHeaders {
    private MessageHeaders() {}

    /// The header that a consumer's setting names.
    static Optional<String> idHeader(InboxConfig config, String consumer) {
        return Optional.ofNullable(config.consumers().get(consumer)).flatMap(ConsumerConfig::idHeader);
    }

    static <M> Optional<M> metadata(Message<?> message, Class<M> type) {
        return StreamSupport.stream(message.getMetadata().spliterator(), false)
                .filter(type::isInstance).map(type::cast).findFirst();
    }

    /// The id of a CloudEvent that the connector has recognised.
    static MessageId cloudEventId(Message<?> message) {
        return metadata(message, IncomingCloudEventMetadata.class)
                .map(event -> CloudEventId.of(String.valueOf(event.getSource()), event.getId()))
                .orElseGet(NoId::new);
    }
}
