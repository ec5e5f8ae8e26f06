package dev.onceward.relay.nats;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

import io.nats.client.api.PublishAck;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.runtime.log.Event;

/// Publishes events to JetStream on a thread of its own, because connecting blocks. Within its deduplication window the
/// stream drops an event whose id it has seen, and reports that.
final class NatsSink implements Sink {
    private final String subject;
    private final NatsConnection connection;
    private final ExecutorService publisher;
    private final Publish publish;

    NatsSink(SinkTarget.Nats target, NatsConfig config, Subscription subscription) {
        subject = target.subject();
        connection = new NatsConnection(config, subscription);
        publisher = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("nats-" + subscription.name()).factory());
        publish = target.expectSequence() ? new PublishInSequence(subject, connection)::publish : this::publish;
    }

    @FunctionalInterface
    private interface Publish {
        void event(Event event, UniEmitter<? super AttemptOutcome> sender) throws Exception;
    }

    @Override
    public Uni<AttemptOutcome> send(Event event) {
        return Uni.createFrom().emitter(sender -> enqueue(event, sender));
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().emitter(closed -> publisher.execute(() -> close(closed)));
    }

    private void enqueue(Event event, UniEmitter<? super AttemptOutcome> sender) {
        var givenUp = new AtomicBoolean();
        var _ = sender.onTermination(() -> givenUp.set(true));
        publisher.execute(() -> attempt(event, sender, givenUp));
    }

    private void attempt(Event event, UniEmitter<? super AttemptOutcome> sender, AtomicBoolean givenUp) {
        if (givenUp.get()) {
            return;
        }
        try {
            publish.event(event, sender);
        } catch (Exception failed) {
            sender.complete(NatsFailure.outcome(subject, failed));
        }
    }

    private void publish(Event event, UniEmitter<? super AttemptOutcome> sender)
            throws IOException, InterruptedException {
        var _ = connection.jetStream().publishAsync(NatsEvent.message(subject, event))
                .thenApply(NatsSink::delivered)
                .exceptionally(failure -> NatsFailure.outcome(subject, failure))
                .thenAccept(sender::complete);
    }

    private static AttemptOutcome delivered(PublishAck ack) {
        return new Delivered(ack.isDuplicate());
    }

    private void close(UniEmitter<? super Void> closed) {
        try {
            connection.close();
            closed.complete(null);
        } catch (InterruptedException interrupted) {
            closed.fail(interrupted);
        }
        publisher.shutdown();
    }
}
