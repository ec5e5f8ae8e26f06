package dev.onceward.consumer;

import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.consumer.KafkaTopic.cloudEvent;
import static dev.onceward.consumer.KafkaTopic.headers;
import static org.assertj.core.api.Assertions.assertThat;

/// Messages of Kafka, one at a time.
class KafkaInboxIT extends KafkaFixture {
    @Override
    String channel() {
        return "orders";
    }

    @Test
    void messages_that_are_delivered_twice_have_their_effect_once_and_in_order() {
        topic.send("a", "b", "a", "c", "b");
        awaitEntries("a", "b", "c");
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 5);
        assertThat(entries()).containsExactly("a", "b", "c");
        assertThat(marks()).containsExactly("/onceward/shop a", "/onceward/shop b", "/onceward/shop c");
        assertThat(topic.readDeadLetters(0)).isEmpty();
    }

    @Test
    void a_message_that_always_fails_goes_to_the_dead_letters_with_its_reason_and_the_others_are_processed() {
        topic.send("a", "poison-1", "b");
        awaitEntries("a", "b");
        var dead = topic.readDeadLetters(1);
        assertThat(dead).singleElement().satisfies(letter -> {
            assertThat(letter.value()).isEqualTo("poison-1");
            assertThat(headers(letter)).containsEntry("dead-letter-reason",
                    "no account for poison-1 in attempt 3")
                    .containsEntry("ce_id", "poison-1")
                    .containsEntry("dead-letter-topic", topic.name());
        });
        assertThat(marks()).containsExactly("/onceward/shop a", "/onceward/shop b");
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 3);
    }

    @Test
    void a_message_that_fails_for_a_while_keeps_its_place_in_the_order() {
        topic.send("a", "flaky-1", "b");
        awaitEntries("a", "flaky-1", "b");
        assertThat(topic.readDeadLetters(0)).isEmpty();
    }

    /// The pauses are at most half a second, so each message would be given up in the meantime.
    @Test
    void no_message_is_given_up_or_lost_while_postgres_is_away() {
        topic.send("a");
        awaitEntries("a");
        Servers.postgres().stop();
        topic.send("b", "c", "d");
        Eventually.holds(() -> consumer.output().contains("the inbox cannot use PostgreSQL, and its messages wait"));
        awaitPassed(5);
        Servers.postgres().start();
        awaitEntries("a", "b", "c", "d");
        assertThat(topic.readDeadLetters(0)).isEmpty();
        assertThat(consumer.output()).contains("the inbox processes messages again: consumer=orders");
    }

    @Test
    void a_message_whose_connection_is_lost_in_its_effect_is_not_given_up() throws Exception {
        try (var held = heldEffects()) {
            topic.send("held");
            for (var loss = 0; loss < 5; loss++) {
                awaitHeldEffect();
                Servers.sql().execute("""
                        SELECT pg_terminate_backend(pid)
                          FROM pg_stat_activity
                         WHERE wait_event = 'advisory' AND query LIKE '%4711%'
                        """);
                Eventually.holds(() -> Servers.sql().number("""
                        SELECT count(*) FROM pg_stat_activity
                         WHERE wait_event = 'advisory' AND query LIKE '%4711%'
                        """) == 0);
            }
            awaitHeldEffect();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        awaitEntries("held");
        assertThat(topic.readDeadLetters(0)).isEmpty();
    }

    /// Kafka is told twice in a second.
    @Test
    void a_message_is_not_acknowledged_before_its_effect_is_committed() throws Exception {
        try (var held = heldEffects()) {
            topic.send("a", "held");
            awaitHeldEffect();
            Eventually.holds(() -> topic.acknowledged(topic.name()) == 1);
            awaitPassed(5);
            assertThat(topic.acknowledged(topic.name())).isEqualTo(1);
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 2);
    }

    @Test
    void a_message_that_the_dead_letters_do_not_take_stops_the_channel_and_is_not_lost() {
        topic.limitDeadLetters(1);
        topic.send("a", "poison-1", "b");
        Eventually.holds(() -> consumer.output().contains("the inbox gives up a message"));
        awaitPassed(5);
        assertThat(entries()).containsExactly("a");
        assertThat(topic.acknowledged(topic.name())).isLessThanOrEqualTo(1);
        topic.limitDeadLetters(1_000_000);
        consumer.kill();
        consumer = started();
        awaitEntries("a", "b");
        assertThat(topic.readDeadLetters(1)).hasSize(1);
    }

    @Test
    void a_message_without_a_usable_id_goes_to_the_dead_letters_and_is_not_processed() {
        topic.send("nameless", Map.of());
        topic.send("long", Map.of("message-id", "x".repeat(256)));
        topic.send("b");
        awaitEntries("b");
        assertThat(topic.readDeadLetters(2)).extracting(letter -> headers(letter).get("dead-letter-reason"))
                .satisfiesExactly(
                        nameless -> assertThat(nameless)
                                .startsWith("The message has no id. Looked for: the attributes"),
                        tooLong -> assertThat(tooLong)
                                .isEqualTo("The message id has 256 characters: it must have 1 to 255."));
    }

    @Test
    void two_senders_may_use_the_same_id_for_different_events() {
        topic.send("a", cloudEvent("/one", "1"));
        topic.send("b", cloudEvent("/other", "1"));
        awaitEntries("a", "b");
    }

    @Test
    void a_message_that_is_no_cloud_event_has_the_id_of_its_header_message_id() {
        topic.send("a", Map.of("message-id", "1"));
        topic.send("a", Map.of("message-id", "1"));
        topic.send("b", Map.of("message-id", "2"));
        awaitEntries("a", "b");
    }
}
