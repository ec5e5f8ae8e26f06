package dev.onceward.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.StartFunction;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// A broker that no subscription names is not dialled.
class UnnamedBrokerIT {
    private final RelayFixture world = new RelayFixture();
    private final HttpReceiver receiver = HttpReceiver.answering(204);
    private final Listener broker = new Listener();

    @AfterEach
    void close() {
        receiver.close();
        broker.close();
    }

    @Test
    void only_brokers_that_a_subscription_names_are_connected_to() {
        try (var _ = relay().start()) {
            var _ = world.append("orders", null, "{}".getBytes(UTF_8));
            Eventually.holds(() -> receiver.got.size() == 1);
        }
        assertThat(broker.dialled).hasValue(0);
        for (var sink : new String[]{"kafka:books", "rabbitmq:/books", "nats:books"}) {
            broker.dialled.set(0);
            try (var _ = relay().with("onceward.subscriptions.broker.sink", sink)
                    .with("onceward.subscriptions.broker.start", "earliest")
                    .with("onceward.subscriptions.broker.timeout", "500ms").start()) {
                Eventually.holds(() -> broker.dialled.get() > 0);
            }
        }
    }

    private StartFunction relay() {
        var port = Integer.toString(broker.port());
        return world.relay()
                .with("kafka.bootstrap.servers", "localhost:" + port)
                .with("rabbitmq-host", "localhost").with("rabbitmq-port", port)
                .with("onceward.nats.servers", "nats://localhost:" + port)
                .with("onceward.subscriptions.web.sink", receiver.url())
                .with("onceward.subscriptions.web.allow-private", "true")
                .with("onceward.subscriptions.web.start", "earliest");
    }

    /// Counts who comes, and sends them away.
    private static final class Listener implements AutoCloseable {
        final AtomicInteger dialled = new AtomicInteger();
        private final ServerSocket door;

        Listener() {
            try {
                door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            Thread.ofVirtual().start(this::count);
        }

        int port() {
            return door.getLocalPort();
        }

        private void count() {
            try {
                while (true) {
                    door.accept().close();
                    dialled.incrementAndGet();
                }
            } catch (IOException closed) {
                // The test is over.
            }
        }

        @Override
        public void close() {
            try {
                door.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
