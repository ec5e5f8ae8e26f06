package dev.onceward.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.testing.Eventually;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A new topic with its dead letters, and what a test sends and reads.
record KafkaTopic(KafkaBroker kafkaBroker, String name) {

    static KafkaTopic create(KafkaBroker kafkaBroker) {
        var topic = new KafkaTopic(kafkaBroker, "t-" + UUID.randomUUID());
        kafkaBroker.topic(topic.name, 1);
        kafkaBroker.topic(topic.deadLetters(), 1);
        return topic;
    }

    String deadLetters() {
        return name + "-dead";
    }

    /// Sends CloudEvents in the form of the relay, whose ids are the entries.
    void send(String... entries) {
        for (var entry : entries) {
            send(entry, cloudEvent("/onceward/shop", entry));
        }
    }

    static Map<String, String> cloudEvent(String source, String id) {
        return Map.of("ce_specversion", "1.0", "ce_id", id, "ce_source", source, "ce_type", "order.paid");
    }

    void send(String entry, Map<String, String> headers) {
        try (var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", kafkaBroker.servers(),
                "linger.ms", 0), new StringSerializer(), new StringSerializer())) {
            var record = new ProducerRecord<String, String>(name, entry);
            headers.forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
            var _ = producer.send(record).get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// Waits for that many dead letters, and finds whether there are more.
    List<ConsumerRecord<String, String>> readDeadLetters(int count) {
        var records = new ArrayList<ConsumerRecord<String, String>>();
        try (var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", kafkaBroker.servers(),
                "auto.offset.reset", "earliest"), new StringDeserializer(), new StringDeserializer())) {
            var partition = new TopicPartition(deadLetters(), 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            Eventually.holds(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= count && Long.valueOf(consumer.position(partition))
                        .equals(consumer.endOffsets(List.of(partition)).get(partition));
            });
        }
        return records;
    }

    /// A dead letter that is larger is refused.
    void limitDeadLetters(int bytes) {
        var limit = new AlterConfigOp(new ConfigEntry("max.message.bytes", Integer.toString(bytes)), OpType.SET);
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafkaBroker.servers()))) {
            var _ = admin.incrementalAlterConfigs(
                    Map.of(new ConfigResource(ConfigResource.Type.TOPIC, deadLetters()), List.of(limit))).all().get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static Map<String, String> headers(ConsumerRecord<?, ?> record) {
        var headers = new HashMap<String, String>();
        record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
        return headers;
    }

    /// How many messages of the topic the application has acknowledged.
    long acknowledged(String group) {
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafkaBroker.servers()))) {
            var offsets = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
            var offset = offsets.get(new TopicPartition(name, 0));
            return offset == null ? 0 : offset.offset();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
