package dev.onceward.relay.rabbitmq;

import org.eclipse.microprofile.reactive.messaging.Message;

/// A message on its way. Exactly one of `done` and `fail` is called, and makes place for another one.
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
