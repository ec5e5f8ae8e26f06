package dev.onceward.relay.kafka;

import java.util.Map;

import io.smallrye.reactive.messaging.kafka.KafkaConnector;

import dev.onceward.relay.sink.Outlet;

/// A producer and the way to it. It does not connect before it has something to produce.
///
/// @param channel of its own among all that the connector ever had
record KafkaProducing(KafkaConnector connector, String channel, Outlet outlet) {

    static KafkaProducing on(KafkaConnector connector, String channel, Map<String, String> settings) {
        return new KafkaProducing(connector, channel, Outlet.of(connector, channel, settings));
    }

    /// Blocks for as long as it takes to end what is under way, a second at most.
    void close() {
        connector.getProducer(channel).close();
    }
}
