package dev.onceward.relay.sink;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.smallrye.reactive.messaging.connector.OutboundConnector;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.internal.pace.SerialLoop;

/// An outgoing channel of SmallRye Reactive Messaging that is made at run time, one for each subscription, so that only
/// configured brokers are connected. A negative acknowledgement fails its sender only. The channel requests a number of
/// messages; the others wait here and are dropped when their senders give up, otherwise an unreachable broker would
/// fill the memory.
public final class OutgoingChannel implements Flow.Subscription {
    private final Queue<Message<?>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong places = new AtomicLong();
    private final SerialLoop passing = new SerialLoop(this::passAll);
    private final Flow.Subscriber<Message<?>> channel;

    private OutgoingChannel(Flow.Subscriber<Message<?>> channel) {
        this.channel = channel;
    }

    /// @param settings of the connector, as below `mp.messaging.outgoing.NAME`
    @SuppressWarnings("unchecked") // it takes any message
    public static OutgoingChannel of(OutboundConnector connector, String name, Map<String, String> settings) {
        var outgoing = new OutgoingChannel(
                (Flow.Subscriber<Message<?>>) connector.getSubscriber(config(name, settings)));
        outgoing.channel.onSubscribe(outgoing);
        return outgoing;
    }

    /// Completes when the message is acknowledged, and fails with the reason otherwise.
    public Uni<Void> send(Object payload) {
        return Uni.createFrom().emitter(sender -> put(message(payload, sender), sender));
    }

    @Override
    public void request(long more) {
        places.addAndGet(more);
        passing.call();
    }

    @Override
    public void cancel() {
        places.set(0);
    }

    private void put(Message<?> message, UniEmitter<? super Void> sender) {
        waiting.add(message);
        var _ = sender.onTermination(() -> waiting.remove(message));
        passing.call();
    }

    private void passAll() {
        while (places.get() > 0) {
            var next = waiting.poll();
            if (next == null) {
                return;
            }
            places.decrementAndGet();
            channel.onNext(next);
        }
    }

    private static Message<Object> message(Object payload, UniEmitter<? super Void> sender) {
        return Message.of(payload, () -> acknowledged(sender), reason -> failed(sender, reason));
    }

    private static CompletionStage<Void> acknowledged(UniEmitter<? super Void> sender) {
        sender.complete(null);
        return CompletableFuture.completedStage(null);
    }

    private static CompletionStage<Void> failed(UniEmitter<? super Void> sender, Throwable reason) {
        sender.fail(reason);
        return CompletableFuture.completedStage(null);
    }

    private static Config config(String name, Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(settings, name, 200))
                .withSources(new PropertiesConfigSource(Map.of("channel-name", name), name, 100))
                .build();
    }
}
