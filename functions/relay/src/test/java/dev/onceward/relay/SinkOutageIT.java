package dev.onceward.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TcpProxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// A sink that is away holds up no other, and gets everything in order when it is back.
class SinkOutageIT {

    @Test
    void a_kafka_outage_loses_no_event_and_does_not_delay_another_subscription() {
        var world = new RelayFixture();
        try (var kafkaBroker = KafkaBroker.started();
                var receiver = HttpReceiver.answering(204)) {
            kafkaBroker.topic("books", 1);
            try (var relay = world.relay()
                    .with("kafka.bootstrap.servers", kafkaBroker.servers())
                    .with("onceward.subscriptions.broker.sink", "kafka:books")
                    .with("onceward.subscriptions.broker.start", "earliest")
                    .with("onceward.subscriptions.broker.ordering", "key")
                    .with("onceward.subscriptions.broker.timeout", "1s")
                    .with("onceward.subscriptions.broker.retry.delay", "50ms")
                    .with("onceward.subscriptions.broker.retry.cap", "500ms")
                    .with("onceward.subscriptions.web.sink", receiver.url())
                    .with("onceward.subscriptions.web.start", "earliest")
                    .with("onceward.subscriptions.web.allow-private", "true")
                    .with("onceward.relay.breaker-pause", "100ms")
                    .start()) {
                append(world, 0, 100);
                Eventually.holds(() -> receiver.got.size() == 100);
                kafkaBroker.stop();
                append(world, 100, 400);
                Eventually.holds(() -> receiver.got.size() == 400);
                Eventually.holds(() -> !world.sql.query("SELECT count(*) FROM onceward.parked").equals("0"));
                kafkaBroker.start();

                var arrived = read(kafkaBroker, 400);
                assertThat(arrived.stream().distinct()).hasSize(400).isSorted();
                Eventually.holds(() -> world.sql.query("SELECT count(*) FROM onceward.parked").equals("0"));
                assertThat(relay.output()).doesNotContain("ERROR");
            }
        }
    }

    /// Kafka has them, and nobody hears of it.
    @Test
    void lost_kafka_acks_lose_no_event_and_keep_the_order() {
        var world = new RelayFixture();
        try (var proxy = TcpProxy.toLaterServer();
                var kafkaBroker = KafkaBroker.behind(proxy.port())) {
            proxy.leadTo(kafkaBroker.port());
            kafkaBroker.topic("books", 1);
            try (var _ = world.relay()
                    .with("kafka.bootstrap.servers", "localhost:" + proxy.port())
                    .with("onceward.subscriptions.broker.sink", "kafka:books")
                    .with("onceward.subscriptions.broker.start", "earliest")
                    .with("onceward.subscriptions.broker.ordering", "key")
                    .with("onceward.subscriptions.broker.timeout", "1s")
                    .with("onceward.subscriptions.broker.retry.delay", "50ms")
                    .with("onceward.subscriptions.broker.retry.cap", "500ms")
                    .start()) {
                append(world, 0, 10);
                assertThat(read(kafkaBroker, 10)).hasSize(10);
                proxy.loseAnswers();
                append(world, 10, 60);
                Eventually.holds(() -> world.sql.query("SELECT count(*) FROM onceward.attempt").compareTo("0") > 0);
                proxy.endConnections();
                append(world, 60, 100);
                assertThat(read(kafkaBroker, 100).stream().distinct()).hasSize(100).isSorted();
                Eventually.holds(() -> world.sql.query("SELECT count(*) FROM onceward.parked").equals("0"));
            }
        }
    }

    private static void append(RelayFixture world, int from, int to) {
        for (var n = from; n < to; n++) {
            var _ = world.append("orders", "customer-1", "%05d".formatted(n).getBytes(UTF_8));
        }
    }

    /// Each with its id: who comes twice under two ids is there twice.
    private static List<String> read(KafkaBroker kafkaBroker, int distinct) {
        var arrived = new ArrayList<String>();
        try (var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", kafkaBroker.servers(),
                "group.id", "books-" + UUID.randomUUID(), "auto.offset.reset", "earliest"), new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of("books"));
            Eventually.holds(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> arrived.add(record.value() + " "
                        + new String(record.headers().lastHeader("ce_id").value(), UTF_8)));
                return arrived.stream().distinct().count() == distinct;
            });
        }
        return arrived;
    }
}
