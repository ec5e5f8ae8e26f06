package dev.onceward.inbox.messaging;

import java.util.Optional;

import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.inbox.CloudEventId;
import dev.onceward.internal.inbox.MessageId;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Finds the id of a Kafka record.
final class KafkaMessageId {
    static final String PLACES = "the attributes of a CloudEvent, and the header message-id";

    private KafkaMessageId() {}

    /// @param header the only one to look at, if it is configured
    static MessageId of(Message<?> message, Optional<String> header) {
        return header.isPresent()
                ? MessageId.of(header(message, header.get()))
                : MessageHeaders.cloudEventId(message)
                        .or(() -> CloudEventId.of(header(message, "ce_source"), header(message, "ce_id")))
                        .or(() -> MessageId.of(header(message, "message-id")));
    }

    /// Bytes that are no UTF-8 become a character that [MessageId] refuses.
    private static @Nullable String header(Message<?> message, String name) {
        return MessageHeaders.metadata(message, IncomingKafkaRecordMetadata.class)
                .map(record -> record.getHeaders().lastHeader(name))
                .map(header -> header.value())
                .map(value -> new String(value, UTF_8))
                .orElse(null);
    }
}
