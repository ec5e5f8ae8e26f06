package dev.onceward.relay.rabbitmq;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

import jakarta.inject.Inject;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TcpProxy;

import static org.assertj.core.api.Assertions.assertThat;

/// A queue of a broker, behind a proxy, and sinks that send to it. The queue is new for each test.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // [Brokers] puts the proxy, and what is before a test the rest
abstract class RabbitMqQueueFixture {
    @Inject
    RabbitMqSinks sinks;

    TcpProxy proxy;

    RabbitMqBroker rabbitMqBroker;
    Connection connection;
    Channel channel;
    String queue;

    abstract RabbitMqBroker started();

    @BeforeAll
    void start() {
        rabbitMqBroker = started();
    }

    @AfterAll
    void end() {
        if (rabbitMqBroker != null) {
            rabbitMqBroker.close();
        }
    }

    @BeforeEach
    void declare() throws IOException, TimeoutException {
        proxy.leadTo(rabbitMqBroker.port());
        rabbitMqBroker.start();
        queue = "q-" + UUID.randomUUID();
        connect();
    }

    @AfterEach
    void disconnect() {
        connection.abort();
        proxy.endConnections();
    }

    String declareInternal() throws IOException {
        var exchange = "internal-" + queue;
        var _ = channel.exchangeDeclare(exchange, "direct", true, false, true, Map.of());
        return exchange;
    }

    Sink sink(String exchange, String key) {
        var target = new SinkTarget.RabbitMq(exchange, key);
        return SampleDeliveries.sink(target, sinks::to);
    }

    void connect() throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setPort(rabbitMqBroker.port());
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.queueDeclare(queue, true, false, false, Map.of());
    }

    List<GetResponse> read(int count) {
        var messages = new ArrayList<GetResponse>();
        Eventually.holds(() -> {
            for (var next = next(); next != null; next = next()) {
                messages.add(next);
            }
            return messages.size() >= count;
        });
        assertThat(messages).hasSize(count);
        return messages;
    }

    @Nullable
    GetResponse next() {
        try {
            return channel.basicGet(queue, true);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
