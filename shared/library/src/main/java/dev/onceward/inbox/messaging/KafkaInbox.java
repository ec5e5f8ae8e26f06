package dev.onceward.inbox.messaging;

import java.util.List;
import java.util.function.BiFunction;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordBatchMetadata;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.inbox.Inbox;
import dev.onceward.internal.inbox.InboxConfig;

/// The [Inbox] for an `@Incoming` method that takes messages from Kafka. It acknowledges a message after its effect is
/// committed. One that fails too often, or has no usable id, is refused with the reason; set
/// `failure-strategy=dead-letter-queue`, because otherwise the channel stops.
@DefaultBean
@Singleton
public final class KafkaInbox {
    private final ProcessMessages processMessages;
    private final InboxConfig config;

    KafkaInbox(Inbox inbox, InboxConfig config) {
        this.processMessages = new ProcessMessages(inbox, config, KafkaMessageId.PLACES);
        this.config = config;
    }

    /// Processes a message once, and settles it. While PostgreSQL is unreachable the message waits.
    ///
    /// @param effect writes over the connection that it gets
    public <T> Uni<Void> once(String consumer, Message<T> message, BiFunction<SqlConnection, T, Uni<?>> effect) {
        return processMessages.once(consumer, received(consumer, message), effect);
    }

    /// Processes the messages of a batch in one transaction, and settles them. One that fails is processed again after
    /// the others, in a transaction of its own.
    ///
    /// @param batch of a channel with `batch=true`
    public <T> Uni<Void> onceForEach(String consumer, Message<List<T>> batch,
            BiFunction<SqlConnection, T, Uni<?>> effect) {
        return processMessages.onceForEach(consumer, batch, this.<T>received(consumer, messages(batch)), effect);
    }

    private static List<? extends Message<?>> messages(Message<?> batch) {
        return MessageHeaders.metadata(batch, IncomingKafkaRecordBatchMetadata.class)
                .map(KafkaInbox::messages)
                .orElseThrow(() -> new IllegalArgumentException(
                        "The message is no batch of Kafka: does its channel have batch=true?"));
    }

    private static List<? extends Message<?>> messages(IncomingKafkaRecordBatchMetadata<?, ?> metadata) {
        return metadata.getBatchedMessages();
    }

    /// The payloads of the batch are those of its messages.
    @SuppressWarnings("unchecked")
    private <T> List<ReceivedMessage<T>> received(String consumer, List<? extends Message<?>> messages) {
        return messages.stream().map(message -> received(consumer, (Message<T>) message)).toList();
    }

    private <T> ReceivedMessage<T> received(String consumer, Message<T> message) {
        var header = MessageHeaders.idHeader(config, consumer);
        return new ReceivedMessage<>(message, KafkaMessageId.of(message, header));
    }
}
