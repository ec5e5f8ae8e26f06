package dev.onceward.consumer;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static dev.onceward.consumer.KafkaTopic.cloudEvent;
import static dev.onceward.consumer.KafkaTopic.headers;
import static org.assertj.core.api.Assertions.assertThat;

/// A consumer whose setting names the header with the id.
class KafkaIdHeaderIT extends KafkaFixture {
    @Override
    String channel() {
        return "named";
    }

    @Test
    void the_id_is_that_of_the_header_and_of_nothing_else() {
        topic.send("a", order("1", "7"));
        topic.send("again", order("2", "7"));
        topic.send("without", cloudEvent("/shop", "3"));
        topic.send("b", order("1", "8"));
        awaitEntries("a", "b");
        assertThat(topic.readDeadLetters(1)).singleElement().satisfies(letter -> {
            assertThat(letter.value()).isEqualTo("without");
            assertThat(headers(letter).get("dead-letter-reason")).startsWith("The message has no id.");
        });
        assertThat(marks()).containsExactly("7", "8");
    }

    private static Map<String, String> order(String id, String order) {
        var headers = new HashMap<>(cloudEvent("/shop", id));
        headers.put("x-order", order);
        return headers;
    }
}
