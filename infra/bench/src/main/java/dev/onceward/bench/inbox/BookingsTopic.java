package dev.onceward.bench.inbox;

import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;

import dev.onceward.bench.run.RequestBytes;
import dev.onceward.brokers.KafkaBroker;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A topic with bookings, which are CloudEvents in the form of the relay.
record BookingsTopic(KafkaBroker kafkaBroker, int messages) implements AutoCloseable {
    private static final String TOPIC = "bookings";
    private static final String BODY = RequestBytes.body(1024);

    static BookingsTopic filled(int messages) {
        var topic = new BookingsTopic(KafkaBroker.started(), messages);
        topic.kafkaBroker.topic(TOPIC, 1);
        topic.fill();
        return topic;
    }

    String servers() {
        return kafkaBroker.servers();
    }

    private void fill() {
        try (var producer = new KafkaProducer<>(Map.of("bootstrap.servers", servers()), new StringSerializer(),
                new StringSerializer())) {
            for (var n = 0; n < messages; n++) {
                var _ = producer.send(booking("%016d".formatted(n)));
            }
        }
    }

    private static ProducerRecord<String, String> booking(String id) {
        return new ProducerRecord<>(TOPIC, 0, id, BODY.replace("0".repeat(16), id),
                List.of(header("ce_specversion", "1.0"), header("ce_id", id), header("ce_source", "/bench"),
                        header("ce_type", "booking"), header("content-type", "application/json")));
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    @Override
    public void close() {
        kafkaBroker.close();
    }
}
