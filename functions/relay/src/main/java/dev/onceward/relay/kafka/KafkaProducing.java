package dev.onceward.relay.kafka;

import java.util.Map;

import io.smallrye.reactive.messaging.kafka.KafkaConnector;

import dev.onceward.relay.sink.OutgoingChannel;

/// A producer and its channel. It does not connect before it has something to send.
///
/// @param channel a name that the connector has never had before
record KafkaProducing(KafkaConnector connector, String channel, OutgoingChannel outgoing) {

    static KafkaProducing on(KafkaConnector connector, String channel, Map<String, String> settings) {
        return new KafkaProducing(connector, channel, OutgoingChannel.of(connector, channel, settings));
    }

    /// Closes the producer after its thread has sent what is queued. Closing does not wait long for that thread, and
    /// would then leave it and the producer running.
    void close() {
        var producer = connector.getProducer(channel);
        var _ = producer.runOnSendingThread(_ -> {
        }).subscribeAsCompletionStage().whenCompleteAsync((_, _) -> producer.close());
    }
}
