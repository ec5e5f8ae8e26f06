package dev.onceward.relay;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

import com.rabbitmq.client.ConnectionFactory;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StreamConfiguration;
import io.vertx.core.json.JsonObject;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.brokers.NatsServer;
import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RequireProgram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// From the log to each kind of sink, byte for byte: JSON, a body of 1 MiB, an empty one, and one that is no text.
class DeliveryIT {
    private static final String KEY = "onceward.subscriptions.books.";
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    private final RelayFixture world = new RelayFixture();
    private final Map<UUID, byte[]> sent = new TreeMap<>();

    @Test
    void events_are_delivered_to_http_as_binary_cloud_events_byte_for_byte() {
        try (var receiver = HttpReceiver.answering(204);
                var relay = world.relay().with(KEY + "sink", receiver.url()).with(KEY + "allow-private", "true")
                        .with(KEY + "start", "earliest").start()) {
            appendAll();
            Eventually.holds(() -> receiver.got.size() == sent.size());
            receiver.got.forEach(got -> same(got.header("ce-id"), got.body().getBytes()));
            assertThat(relay.output()).doesNotContain("ERROR");
        }
    }

    @Test
    void events_are_delivered_to_http_as_structured_cloud_events_byte_for_byte() {
        try (var receiver = HttpReceiver.answering(204);
                var relay = world.relay().with(KEY + "sink", receiver.url()).with(KEY + "allow-private", "true")
                        .with(KEY + "start", "earliest").with(KEY + "format", "structured").start()) {
            appendAll();
            Eventually.holds(() -> receiver.got.size() == sent.size());
            receiver.got.forEach(got -> {
                var event = new JsonObject(got.body());
                var base64 = event.getString("data_base64");
                same(event.getString("id"), base64 != null
                        ? Base64.getDecoder().decode(base64)
                        : event.containsKey("data")
                                ? event.getJsonObject("data").encode().getBytes(UTF_8)
                                : new byte[0]);
            });
            assertThat(relay.output()).doesNotContain("ERROR");
        }
    }

    @Test
    void events_are_delivered_to_http_as_standard_webhooks_byte_for_byte() {
        try (var receiver = HttpReceiver.answering(204);
                var relay = world.relay().with(KEY + "sink", receiver.url()).with(KEY + "allow-private", "true")
                        .with(KEY + "start", "earliest").with(KEY + "format", "standard-webhooks")
                        .with(KEY + "secrets", SECRET).start()) {
            appendAll();
            Eventually.holds(() -> receiver.got.size() == sent.size());
            receiver.got.forEach(got -> {
                same(got.header("webhook-id"), got.body().getBytes());
                assertThat(got.header("webhook-signature")).startsWith("v1,");
            });
            assertThat(relay.output()).doesNotContain("ERROR");
        }
    }

    @Test
    void events_are_delivered_to_kafka_byte_for_byte() {
        try (var kafka = KafkaBroker.started()) {
            kafka.topic("books", 3);
            try (var relay = world.relay().with(KEY + "sink", "kafka:books").with(KEY + "start", "earliest")
                    .with("kafka.bootstrap.servers", kafka.servers()).start();
                    var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", kafka.servers(),
                            "group.id", "books", "auto.offset.reset", "earliest", "fetch.max.bytes", 64 << 20,
                            "max.partition.fetch.bytes", 64 << 20), new StringDeserializer(),
                            new ByteArrayDeserializer())) {
                appendAll();
                consumer.subscribe(List.of("books"));
                var left = sent.keySet().stream().map(UUID::toString).collect(Collectors.toSet());
                Eventually.holds(() -> {
                    consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                        var id = new String(record.headers().lastHeader("ce_id").value(), UTF_8);
                        same(id, record.value());
                        left.remove(id);
                    });
                    return left.isEmpty();
                });
                assertThat(relay.output()).doesNotContain("ERROR");
            }
        }
    }

    @Test
    void events_are_delivered_to_rabbitmq_byte_for_byte() throws Exception {
        try (var rabbit = RabbitMqBroker.installed() ? RabbitMqBroker.real() : RabbitMqBroker.started()) {
            var factory = new ConnectionFactory();
            factory.setPort(rabbit.port());
            try (var connection = factory.newConnection(); var channel = connection.createChannel()) {
                var _ = channel.queueDeclare("books", true, false, false, null);
                try (var relay = world.relay().with(KEY + "sink", "rabbitmq:/books").with(KEY + "start", "earliest")
                        .with("rabbitmq-host", "localhost")
                        .with("rabbitmq-port", Integer.toString(rabbit.port())).start()) {
                    appendAll();
                    var left = sent.keySet().stream().map(UUID::toString).collect(Collectors.toSet());
                    while (!left.isEmpty()) {
                        var message = channel.basicGet("books", true);
                        if (message != null) {
                            same(message.getProps().getMessageId(), message.getBody());
                            left.remove(message.getProps().getMessageId());
                        }
                    }
                    assertThat(relay.output()).doesNotContain("ERROR");
                }
            }
        }
    }

    @Test
    void events_are_delivered_to_nats_jetstream_byte_for_byte() throws Exception {
        RequireProgram.needs("nats-server", NatsServer.installed());
        try (var nats = NatsServer.started()) {
            var connection = io.nats.client.Nats.connect(nats.url());
            var _ = connection.jetStreamManagement()
                    .addStream(StreamConfiguration.builder().name("books").subjects("books.>").build());
            try (var relay = world.relay().with(KEY + "sink", "nats:books.all").with(KEY + "start", "earliest")
                    .with("onceward.nats.servers", nats.url()).start()) {
                appendAll();
                var context = connection.getStreamContext("books")
                        .createOrUpdateConsumer(ConsumerConfiguration.builder().durable("test").build());
                Set<String> left = sent.keySet().stream().map(UUID::toString).collect(Collectors.toSet());
                while (!left.isEmpty()) {
                    var message = requireNonNull(context.next(Duration.ofSeconds(10)));
                    var id = requireNonNull(message.getHeaders().getFirst("Nats-Msg-Id"));
                    same(id, message.getData());
                    left.remove(id);
                    message.ack();
                }
                connection.close();
                assertThat(relay.output()).doesNotContain("ERROR");
            }
        }
    }

    private void appendAll() {
        var large = new byte[1 << 20];
        new Random(1).nextBytes(large);
        for (var body : List.of("{\"total\":42}".getBytes(UTF_8), large, new byte[0],
                new byte[]{(byte) 0xff, 0, (byte) 0xc0, (byte) 0x80, 10})) {
            sent.put(world.append("orders", "customer-1", body), body);
        }
    }

    private void same(String id, byte[] body) {
        assertThat(body).as(id).isEqualTo(sent.get(UUID.fromString(id)));
    }
}
