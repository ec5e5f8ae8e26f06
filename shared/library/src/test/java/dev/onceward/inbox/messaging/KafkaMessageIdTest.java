package dev.onceward.inbox.messaging;

import java.util.Optional;

import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.inbox.MessageId;
import dev.onceward.internal.inbox.MessageId.FoundId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class KafkaMessageIdTest {

    /// Decoded with replacements, the ids of two messages would be equal, and the second would be dropped.
    @ParameterizedTest
    @ValueSource(strings = {"ce_id", "message-id", "x-order"})
    void an_id_that_is_no_utf_8_is_unusable(String header) {
        var configured = Optional.of("x-order").filter(header::equals);
        assertThat(id(configured, header, (byte) 0xff)).isInstanceOf(UnusableId.class);
        assertThat(id(configured, header, (byte) 0xfe)).isInstanceOf(UnusableId.class);
    }

    @Test
    void an_id_in_utf_8_is_taken_as_it_is() {
        assertThat(id(Optional.empty(), "message-id", "ä 漢".getBytes(UTF_8))).isEqualTo(new FoundId("ä 漢"));
    }

    private static MessageId id(Optional<String> configured, String header, byte... value) {
        var kafkaRecord = new ConsumerRecord<>("orders", 0, 0, "key", "payload");
        var _ = kafkaRecord.headers().add(header, value).add("ce_source", "/shop".getBytes(UTF_8));
        var metadata = Metadata.of(new IncomingKafkaRecordMetadata<>(kafkaRecord, "orders"));
        return KafkaMessageId.of(Message.of("payload", metadata), configured);
    }
}
