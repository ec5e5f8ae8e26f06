package dev.onceward.relay.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.testing.SendEvents.BODY;
import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.newEvent;
import static dev.onceward.relay.testing.SendEvents.send;
import static dev.onceward.relay.testing.SendEvents.sendAtOnce;
import static dev.onceward.relay.testing.SendEvents.untilDelivered;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@WithTestResource(Brokers.class)
class KafkaSinkTest {
    @Inject
    KafkaSinks sinks;

    @SuppressWarnings("NullAway.Init") // [Brokers] does
    KafkaBroker kafkaBroker;

    private final String topic = "t-" + UUID.randomUUID();

    @AfterEach
    void restart_the_broker() {
        kafkaBroker.start();
    }

    @Test
    void the_bytes_of_a_body_arrive_as_they_are() {
        kafkaBroker.topic(topic, 1);
        var sink = sink();
        var bodies = List.of(BODY, new byte[0], new byte[]{(byte) 0xff, 0, (byte) 0xc3, 0x28}, new byte[1 << 20]);
        bodies.forEach(body -> assertThat(send(sink, SampleDeliveries.event(null, body))).isEqualTo(DELIVERED));
        assertThat(read(bodies.size())).extracting(ConsumerRecord::value).containsExactlyElementsOf(bodies);
    }

    @Test
    void a_record_is_a_cloud_event_in_binary_mode_and_carries_the_trace() {
        kafkaBroker.topic(topic, 1);
        var event = SampleDeliveries.event("customer-1", BODY);
        assertThat(send(sink(), event)).isEqualTo(DELIVERED);
        var record = read(1).getFirst();
        assertThat(record.key()).isEqualTo("customer-1");
        assertThat(headers(record)).containsAllEntriesOf(SampleDeliveries.attributes(event, "ce_"))
                .containsEntry("content-type", "application/json").hasSize(13);
    }

    @Test
    void an_event_type_with_any_characters_arrives_as_it_is() {
        kafkaBroker.topic(topic, 1);
        var type = "bestellung.größe 10%\n" + "x".repeat(3000);
        assertThat(send(sink(), SampleDeliveries.event(type, null, Map.of(), BODY))).isEqualTo(DELIVERED);
        assertThat(headers(read(1).getFirst())).containsEntry("ce_type", type);
    }

    @Test
    void an_event_without_an_ordering_key_is_a_record_without_a_key() {
        kafkaBroker.topic(topic, 1);
        assertThat(send(sink(), newEvent())).isEqualTo(DELIVERED);
        var record = read(1).getFirst();
        assertThat(record.key()).isNull();
        assertThat(headers(record)).doesNotContainKey("ce_partitionkey");
    }

    @Test
    void events_of_one_ordering_key_keep_their_order_in_one_partition() {
        kafkaBroker.topic(topic, 4);
        var sink = sink();
        var events = IntStream.range(0, 100).mapToObj(_ -> SampleDeliveries.event("customer-1", BODY)).toList();
        var sent = events.stream().map(sink::send).map(uni -> uni.subscribeAsCompletionStage()).toList();
        assertThat(sent).allSatisfy(attemptOutcome -> assertThat(attemptOutcome.join()).isEqualTo(DELIVERED));
        var records = read(events.size());
        assertThat(records).extracting(ConsumerRecord::partition).containsOnly(records.getFirst().partition());
        assertThat(records).extracting(record -> headers(record).get("ce_id"))
                .containsExactlyElementsOf(events.stream().map(event -> event.id().toString()).toList());
    }

    @Test
    void a_broker_that_stops_fails_events_in_time_and_is_used_again_when_it_is_back() {
        kafkaBroker.topic(topic, 1);
        var sink = sink();
        assertThat(send(sink)).isEqualTo(DELIVERED);
        kafkaBroker.stop();
        assertThat(sendAtOnce(sink, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        kafkaBroker.start();
        untilDelivered(sink);
    }

    @Test
    void a_broker_that_was_never_there_fails_events_in_time_and_is_used_when_it_comes() {
        kafkaBroker.topic(topic, 1);
        kafkaBroker.stop();
        var sink = sink();
        assertThat(sendAtOnce(sink, 3))
                .allSatisfy(attemptOutcome -> assertThat(attemptOutcome).isInstanceOf(Failed.class));
        kafkaBroker.start();
        untilDelivered(sink);
    }

    @Test
    void an_event_larger_than_the_topic_takes_is_refused_and_the_next_event_is_delivered() {
        kafkaBroker.topic(topic, 1);
        var sink = sink();
        assertThat(send(sink, SampleDeliveries.event(null, new byte[KafkaBroker.LARGEST + 1]))).isInstanceOfSatisfying(
                Refused.class,
                refused -> assertThat(refused.why()).contains("larger than"));
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    @Test
    void a_topic_that_is_missing_fails_events_until_it_is_made() {
        var sink = sink();
        assertThat(send(sink)).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).contains(topic));
        kafkaBroker.topic(topic, 1);
        untilDelivered(sink);
    }

    @Test
    void an_event_for_an_invalid_topic_name_is_refused() {
        var target = new SinkTarget.Kafka("no such/topic");
        var sink = SampleDeliveries.sink(target, sinks::to);
        assertThat(send(sink)).isInstanceOfSatisfying(Refused.class,
                refused -> assertThat(refused.why()).contains("no such/topic"));
    }

    private Sink sink() {
        var target = new SinkTarget.Kafka(topic);
        return SampleDeliveries.sink(target, sinks::to);
    }

    private List<ConsumerRecord<String, byte[]>> read(int count) {
        var records = new ArrayList<ConsumerRecord<String, byte[]>>();
        try (var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", kafkaBroker.servers(),
                "group.id", topic, "auto.offset.reset", "earliest"), new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic));
            Eventually.holds(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= count;
            });
        }
        assertThat(records).hasSize(count);
        return records;
    }

    private static Map<String, String> headers(ConsumerRecord<?, ?> record) {
        var headers = new HashMap<String, String>();
        record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
        return headers;
    }
}
