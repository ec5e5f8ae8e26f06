package dev.onceward.inbox.messaging;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.internal.inbox.MessageId.FoundId;
import dev.onceward.internal.inbox.MessageId.NoId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

import static org.assertj.core.api.Assertions.assertThat;

class RabbitMqMessageIdTest {

    static Stream<Object> values() {
        return Stream.of(new byte[]{49}, List.of("1"), Map.of("1", "1"), true);
    }

    /// The text of an array of bytes is another one at each delivery.
    @ParameterizedTest
    @MethodSource("values")
    void what_is_neither_a_text_nor_a_number_is_unusable(Object value) {
        assertThat(RabbitMqMessageId.inHeader(Map.of("x-order", value), "x-order")).isInstanceOf(UnusableId.class);
        assertThat(RabbitMqMessageId.cloudEventId(Map.of("cloudEvents:id", value), "cloudEvents:"))
                .isInstanceOf(UnusableId.class);
        assertThat(RabbitMqMessageId.cloudEventId(Map.of("cloudEvents:id", "1", "cloudEvents:source", value),
                "cloudEvents:")).isInstanceOf(UnusableId.class);
    }

    @Test
    void texts_and_numbers_are_taken_as_they_are() {
        assertThat(RabbitMqMessageId.inHeader(Map.of("x-order", 17L), "x-order")).isEqualTo(new FoundId("17"));
        assertThat(RabbitMqMessageId.cloudEventId(Map.of("cloudEvents_id", "1", "cloudEvents_source", "/shop"),
                "cloudEvents_")).isEqualTo(new FoundId("/shop 1"));
        assertThat(RabbitMqMessageId.inHeader(Map.of(), "x-order")).isEqualTo(new NoId());
    }
}
