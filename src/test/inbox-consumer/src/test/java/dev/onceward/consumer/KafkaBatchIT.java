package dev.onceward.consumer;

import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.consumer.KafkaTopic.headers;
import static org.assertj.core.api.Assertions.assertThat;

/// Batches of Kafka. What is sent before the application starts comes as one batch.
class KafkaBatchIT extends KafkaFixture {
    private static final String ONE_TRANSACTION = "SELECT count(DISTINCT at) FROM ledger WHERE entry IN ('a', 'b', 'c')";

    @Override
    String channel() {
        return "batches";
    }

    @Override
    void prepare() {
        topic.send("a", "poison-1", "b", "a", "flaky-1", "c");
        topic.send("nameless", Map.of());
    }

    @Test
    void a_batch_is_one_transaction_and_what_fails_in_it_is_processed_after_the_others() {
        awaitEntries("a", "b", "c", "flaky-1");
        assertThat(Servers.sql().number(ONE_TRANSACTION)).isEqualTo(1);
        assertThat(topic.readDeadLetters(2)).satisfiesExactly(
                poison -> assertThat(headers(poison).get("dead-letter-reason"))
                        .startsWith("no account for poison-1"),
                nameless -> assertThat(headers(nameless).get("dead-letter-reason"))
                        .startsWith("The message has no id"));
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 7);
    }

    /// Kafka is told twice in a second.
    @Test
    void a_batch_is_not_acknowledged_before_its_effects_are_committed() throws Exception {
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 7);
        try (var held = heldEffects()) {
            topic.send("held");
            awaitHeldEffect();
            awaitPassed(5);
            assertThat(topic.acknowledged(topic.name())).isEqualTo(7);
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 8);
    }

    /// The commit checks the constraint, and refuses the whole batch.
    @Test
    void messages_of_a_batch_whose_commit_is_refused_are_processed_one_by_one() {
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 7);
        Servers.sql().execute("ALTER TABLE ledger ADD UNIQUE (entry) DEFERRABLE INITIALLY DEFERRED");
        Servers.sql().execute("TRUNCATE onceward.inbox");
        consumer.kill();
        topic.send("a", "x", "y");
        consumer = started();
        awaitEntries("a", "b", "c", "flaky-1", "x", "y");
        assertThat(topic.readDeadLetters(3).getLast()).satisfies(letter -> {
            assertThat(letter.value()).isEqualTo("a");
            assertThat(headers(letter).get("dead-letter-reason")).contains("ledger_entry_key");
        });
    }
}
