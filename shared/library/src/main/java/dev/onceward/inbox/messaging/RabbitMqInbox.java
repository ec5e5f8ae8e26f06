package dev.onceward.inbox.messaging;

import java.util.function.BiFunction;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.inbox.Inbox;
import dev.onceward.internal.inbox.InboxConfig;

/// The [Inbox] for an `@Incoming` method that takes messages from RabbitMQ. It acknowledges a message after its effect
/// is committed. One that fails too often, or has no usable id, is rejected; the queue needs a dead-letter exchange,
/// because otherwise RabbitMQ drops the message.
@DefaultBean
@Singleton
public final class RabbitMqInbox {
    private final ProcessMessages processMessages;
    private final InboxConfig config;

    RabbitMqInbox(Inbox inbox, InboxConfig config) {
        this.processMessages = new ProcessMessages(inbox, config, RabbitMqMessageId.PLACES);
        this.config = config;
    }

    /// Processes a message once, and settles it. While PostgreSQL is unreachable the message waits.
    ///
    /// @param effect writes over the connection that it gets
    public <T> Uni<Void> once(String consumer, Message<T> message, BiFunction<SqlConnection, T, Uni<?>> effect) {
        var id = RabbitMqMessageId.of(message, MessageHeaders.idHeader(config, consumer));
        return processMessages.once(consumer, new ReceivedMessage<>(message, id), effect);
    }
}
