package dev.onceward.inbox.jetstream;

import java.time.Duration;

import io.nats.client.Message;
import io.nats.client.api.ConsumerConfiguration;

/// What the consumer on the server is configured for.
///
/// @param ackWait after how long without a sign the server delivers a message again
/// @param deliveries how often it delivers a message at most
record ConsumerLimits(Duration ackWait, long deliveries) {
    static final ConsumerLimits USUAL = new ConsumerLimits(Duration.ofSeconds(30), Long.MAX_VALUE);

    static ConsumerLimits of(ConsumerConfiguration configuration) {
        var ackWait = configuration.getAckWait();
        var most = configuration.getMaxDeliver();
        return new ConsumerLimits(ackWait == null ? USUAL.ackWait : ackWait, most > 0 ? most : USUAL.deliveries);
    }

    /// How often to tell the server that work goes on.
    Duration heartbeat() {
        return ackWait.dividedBy(3);
    }

    boolean isLast(Message message) {
        return message.metaData().deliveredCount() >= deliveries;
    }
}
