package dev.onceward.relay;

import java.net.URI;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Inject;

import com.rabbitmq.client.ConnectionFactory;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StreamConfiguration;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.brokers.NatsServer;
import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.relay.setup.Sinks;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.runtime.log.Event;
import dev.onceward.testing.NpmScript;
import dev.onceward.testing.RequireProgram;
import dev.onceward.testing.TcpProxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// What was sent is read with the libraries of other people, and what they read is a CloudEvent to the SDK of CloudEvents.
@QuarkusTest
@WithTestResource(Brokers.class)
@SuppressWarnings("NullAway.Init") // [Brokers] puts the Kafka and the proxy
class ConsumersTest {
    private static final Delivered DELIVERED = new Delivered(false);

    @Inject
    Sinks sinks;

    KafkaBroker kafkaBroker;
    TcpProxy proxy;

    private final String name = "c-" + UUID.randomUUID();
    /// It came as a whole CloudEvent, and what arrives is ours and not the sender's.
    private final Event event = SampleDeliveries.event("order.paid", "customer-1",
            Map.of("content-type", "application/cloudevents+json; charset=utf-8"), "{\"amount\": 10}".getBytes(UTF_8));

    private static NpmScript script;

    @BeforeAll
    static void install() {
        script = NpmScript.installed("consumers", "read.mjs");
    }

    @Test
    void kafkajs_reads_a_cloud_event() {
        kafkaBroker.topic(name, 1);
        var target = new SinkTarget.Kafka(name);
        assertThat(send(sinks.of(SampleDeliveries.subscription(target)))).isEqualTo(DELIVERED);
        var read = script.run("kafka", kafkaBroker.servers(), name);
        assertThat(read.getString("key")).isEqualTo("customer-1");
        is_the_event(read.getJsonObject("event"));
    }

    @Test
    void amqplib_reads_a_cloud_event() throws Exception {
        try (var rabbitMqBroker = RabbitMqBroker.started()) {
            proxy.leadTo(rabbitMqBroker.port());
            declare(rabbitMqBroker);
            var target = new SinkTarget.RabbitMq("", name);
            assertThat(send(sinks.of(SampleDeliveries.subscription(target)))).isEqualTo(DELIVERED);
            var read = script.run("rabbitmq", "amqp://localhost:" + rabbitMqBroker.port(), name);
            assertThat(read.getString("messageId")).isEqualTo(event.id().toString());
            is_the_event(read.getJsonObject("event"));
        } finally {
            proxy.endConnections();
        }
    }

    @Test
    void nats_io_reads_a_cloud_event() throws Exception {
        RequireProgram.needs("nats-server", NatsServer.installed());
        try (var natsServer = NatsServer.started()) {
            proxy.leadTo(URI.create(natsServer.url()).getPort());
            make_stream(natsServer);
            var target = new SinkTarget.Nats(name + ".orders", false);
            assertThat(send(sinks.of(SampleDeliveries.subscription(target)))).isEqualTo(DELIVERED);
            var read = script.run("nats", natsServer.url(), name);
            assertThat(read.getString("messageId")).isEqualTo(event.id().toString());
            is_the_event(read.getJsonObject("event"));
        } finally {
            proxy.endConnections();
        }
    }

    private void is_the_event(JsonObject read) {
        assertThat(read.getMap()).containsEntry("specversion", "1.0")
                .containsEntry("id", event.id().toString())
                .containsEntry("source", "/onceward/shop")
                .containsEntry("type", "order.paid")
                .containsEntry("datacontenttype", "application/json")
                .containsEntry("partitionkey", "customer-1")
                .containsEntry("correlationid", "order-7")
                .containsEntry("causationid", "cart-3")
                .containsEntry("traceparent", String.valueOf(SampleDeliveries.TRACE.parent()));
        assertThat(read.getInstant("time")).isCloseTo(SampleDeliveries.STORED,
                within(1, ChronoUnit.MILLIS));
        assertThat(read.getJsonObject("data")).isEqualTo(new JsonObject().put("amount", 10));
    }

    private AttemptOutcome send(Sink sink) {
        return sink.send(event).await().atMost(SampleDeliveries.TIMEOUT.plusSeconds(1));
    }

    private void declare(RabbitMqBroker rabbitMqBroker) throws Exception {
        var factory = new ConnectionFactory();
        factory.setPort(rabbitMqBroker.port());
        try (var connection = factory.newConnection(); var channel = connection.createChannel()) {
            channel.queueDeclare(name, true, false, false, Map.of());
        }
    }

    @SuppressWarnings("try") // closing may be interrupted, which no test is
    private void make_stream(NatsServer natsServer) throws Exception {
        try (var connection = io.nats.client.Nats.connect(natsServer.url())) {
            var management = connection.jetStreamManagement();
            management.addStream(StreamConfiguration.builder().name(name).subjects(name + ".>").build());
            management.addOrUpdateConsumer(name, ConsumerConfiguration.builder().durable("reader").build());
        }
    }
}
