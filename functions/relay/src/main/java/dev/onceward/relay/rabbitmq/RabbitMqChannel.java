package dev.onceward.relay.rabbitmq;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Connection;
import io.smallrye.reactive.messaging.rabbitmq.RabbitMQConnectorOutgoingConfiguration;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

/// Publishes messages one after the other on a thread of its own, because the client blocks. It connects when the first
/// message arrives, and again after a connection was lost.
final class RabbitMqChannel implements Flow.Subscriber<Message<?>> {
    private final RabbitMQConnectorOutgoingConfiguration settings;
    private final ExecutorService publisher;
    private volatile Flow.@Nullable Subscription source;
    private volatile @Nullable Connection connection;
    private @Nullable RabbitMqConfirms confirms;

    RabbitMqChannel(RabbitMQConnectorOutgoingConfiguration settings) {
        this.settings = settings;
        this.publisher = Executors.newSingleThreadExecutor(Thread.ofVirtual().name(settings.getChannel()).factory());
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        subscription.request(settings.getMaxInflightMessages());
    }

    @Override
    public void onNext(Message<?> message) {
        publisher.execute(() -> publish(new RabbitMqPublishing(message, this::next)));
    }

    @Override
    public void onError(Throwable failure) {
        close();
    }

    @Override
    public void onComplete() {
        close();
    }

    void close() {
        publisher.shutdownNow();
        var closing = connection;
        if (closing != null) {
            closing.abort(settings.getConnectionTimeout());
        }
    }

    private void publish(RabbitMqPublishing message) {
        try {
            confirms().publish(message);
        } catch (IOException | TimeoutException | RuntimeException failed) {
            message.fail(failed);
        }
    }

    private RabbitMqConfirms confirms() throws IOException, TimeoutException {
        var open = confirms;
        if (open == null || !open.isOpen()) {
            open = RabbitMqConfirms.on(connected().createChannel());
            confirms = open;
        }
        return open;
    }

    private Connection connected() throws IOException, TimeoutException {
        var open = connection;
        if (open == null || !open.isOpen()) {
            open = connect();
            connection = open;
        }
        return open;
    }

    /// Turns a problem with the settings into an I/O failure, because an invalid argument would mean that the event is
    /// refused.
    private Connection connect() throws IOException, TimeoutException {
        try {
            return RabbitMqConnection.open(settings);
        } catch (IllegalArgumentException unusable) {
            throw new IOException(unusable);
        }
    }

    private void next() {
        var from = source;
        if (from != null) {
            from.request(1);
        }
    }
}
