package dev.onceward.relay.kafka;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.sink.CloudEventAttributes;
import dev.onceward.relay.sink.ContentType;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.runtime.log.Event;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Writes an event as a Kafka record in CloudEvents' binary mode. The trace context is written twice: under its own
/// names for OpenTelemetry, and as attributes for readers that know only CloudEvents. An empty body is an empty array
/// and not null, which would delete the key from a compacted topic.
final class KafkaEvent {
    private KafkaEvent() {}

    static ProducerRecord<@Nullable String, byte[]> record(String topic, Event event) {
        var record = new ProducerRecord<@Nullable String, byte[]>(topic, event.ordering(), event.body().getBytes());
        CloudEventAttributes.of(event).forEach((name, value) -> add(record, "ce_" + name, value));
        TraceHeaders.context(event.trace()).forEach((name, value) -> add(record, name, value));
        add(record, "content-type", ContentType.of(event));
        return record;
    }

    private static void add(ProducerRecord<?, ?> record, String name, String value) {
        record.headers().add(name, value.getBytes(UTF_8));
    }
}
