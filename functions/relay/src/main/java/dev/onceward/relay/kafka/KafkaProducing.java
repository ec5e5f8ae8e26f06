package dev.onceward.relay.kafka;

import java.util.Map;

import io.smallrye.reactive.messaging.kafka.KafkaConnector;

import dev.onceward.relay.sink.OutgoingChannel;

/// A producer and the way to it. It does not connect before it has something to produce.
///
/// @param channel of its own among all that the connector ever had
record KafkaProducing(KafkaConnector connector, String channel, OutgoingChannel outgoing) {

    static KafkaProducing on(KafkaConnector connector, String channel, Map<String, String> settings) {
        return new KafkaProducing(connector, channel, OutgoingChannel.of(connector, channel, settings));
    }

    /// After what its thread has yet to send, because closing does not wait long for that thread, and would then leave it
    /// and the producer behind.
    void close() {
        var producer = connector.getProducer(channel);
        var _ = producer.runOnSendingThread(_ -> {
        }).subscribeAsCompletionStage().whenCompleteAsync((_, _) -> producer.close());
    }
}
