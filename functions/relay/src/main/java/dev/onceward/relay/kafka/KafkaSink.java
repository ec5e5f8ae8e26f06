package dev.onceward.relay.kafka;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaConnector;

import dev.onceward.log.Event;
import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.sink.Outcome.Delivered;
import dev.onceward.relay.sink.Outlet;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Target;

/// Produces to a topic. The producer is idempotent, so that its own retries make no copies; across attempts `ce_id` is
/// what tells them. It belongs to the connector, which closes it with the process.
record KafkaSink(Outlet outlet, String topic) implements Sink {

    static KafkaSink to(Target.Kafka target, KafkaConnector connector, Subscription subscription) {
        var name = KafkaSettings.CHANNEL + subscription.name();
        return new KafkaSink(Outlet.of(connector, name, KafkaSettings.of(subscription)), target.topic());
    }

    @Override
    public Uni<Outcome> send(Event event) {
        return outlet.send(KafkaEvent.record(topic, event))
                .replaceWith((Outcome) new Delivered(false))
                .onFailure().recoverWithItem(KafkaFailure::outcome);
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().voidItem();
    }
}
