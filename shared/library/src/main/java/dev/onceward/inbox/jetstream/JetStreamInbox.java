package dev.onceward.inbox.jetstream;

import java.util.Optional;
import java.util.function.BiFunction;

import jakarta.inject.Singleton;

import io.nats.client.Message;
import io.nats.client.MessageHandler;
import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

import dev.onceward.inbox.Inbox;
import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.InboxConfig.ConsumerConfig;
import dev.onceward.internal.key.RequiredText;

/// The [Inbox] for consumers of NATS JetStream, with pull or push, on streams with the retention `limits` or
/// `workqueue`.
@DefaultBean
@Singleton
public final class JetStreamInbox {
    private final Inbox inbox;
    private final InboxConfig config;

    JetStreamInbox(Inbox inbox, InboxConfig config) {
        this.inbox = inbox;
        this.config = config;
    }

    /// Returns a handler for one consumer of the server, for instance for `ConsumerContext.consume`. The handler blocks
    /// its thread until the message is settled. The consumer on the server must have the ack policy `explicit`.
    ///
    /// @param consumer the name for the marks; the name on the server may be another
    /// @param effect writes over the connection that it gets
    /// @throws IllegalStateException if the consumer has no subject for dead letters in the configuration
    public MessageHandler handler(String consumer, BiFunction<SqlConnection, Message, Uni<?>> effect) {
        var name = RequiredText.checked("name of the consumer", consumer);
        var settings = Optional.ofNullable(config.consumers().get(name));
        var subject = settings.flatMap(ConsumerConfig::deadLetterSubject).orElseThrow(() -> withoutDeadLetters(name));
        var messageId = new JetStreamMessageId(settings.flatMap(ConsumerConfig::idHeader));
        return new HandleMessages(new ProcessDelivery(inbox, config, name, effect), messageId,
                new DeadLetters(name, subject))::handle;
    }

    private static IllegalStateException withoutDeadLetters(String consumer) {
        return new IllegalStateException("onceward.inbox.consumers." + consumer
                + ".dead-letter-subject is required: without it a message that always fails would be lost.");
    }
}
