package dev.onceward.relay.rabbitmq;

import org.eclipse.microprofile.reactive.messaging.Message;

/// A message that is being published. Either `done` or `fail` is called, once, and lets the next message be published.
record RabbitMqPublishing(Message<?> message, Runnable next) {

    RabbitMqMessage publication() {
        return (RabbitMqMessage) message.getPayload();
    }

    String id() {
        return publication().properties().getMessageId();
    }

    void done() {
        var _ = message.ack();
        next.run();
    }

    void fail(Throwable reason) {
        var _ = message.nack(reason);
        next.run();
    }
}
