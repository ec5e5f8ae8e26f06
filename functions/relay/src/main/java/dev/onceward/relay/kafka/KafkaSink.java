package dev.onceward.relay.kafka;

import java.util.Map;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaConnector;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.runtime.log.Event;

/// Produces events to a topic. The producer is idempotent, so that its own retries make no duplicates; duplicates of
/// several attempts have the same `ce_id`. A producer that could not log in keeps failing even if it could log in by
/// now, so it is replaced. The connector closes the last producer when the process ends.
final class KafkaSink implements Sink {
    private final KafkaConnector connector;
    private final String channel;
    private final Map<String, String> settings;
    private final String topic;
    private volatile KafkaProducing producing;
    private int replaced;

    KafkaSink(KafkaConnector connector, String channel, Map<String, String> settings, String topic) {
        this.connector = connector;
        this.channel = channel;
        this.settings = settings;
        this.topic = topic;
        this.producing = KafkaProducing.on(connector, channel, settings);
    }

    static KafkaSink to(SinkTarget.Kafka target, KafkaConnector connector, Subscription subscription) {
        return new KafkaSink(connector, KafkaSettings.CHANNEL + subscription.name(), KafkaSettings.of(subscription),
                target.topic());
    }

    @Override
    public Uni<AttemptOutcome> send(Event event) {
        var used = producing;
        return used.outgoing().send(KafkaEvent.record(topic, event))
                .replaceWith((AttemptOutcome) new Delivered(false))
                .onFailure().recoverWithItem(failure -> failed(used, failure));
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().voidItem();
    }

    private AttemptOutcome failed(KafkaProducing used, Throwable failure) {
        if (KafkaFailure.mayStay(failure)) {
            replace(used);
        }
        return KafkaFailure.outcome(failure);
    }

    /// Replaces the producer once, although many attempts fail with it at the same time.
    private synchronized void replace(KafkaProducing used) {
        if (producing.equals(used)) {
            replaced++;
            producing = KafkaProducing.on(connector, channel + '#' + replaced, settings);
            used.close();
        }
    }
}
