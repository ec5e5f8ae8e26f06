package dev.onceward.consumer;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Sql;

import static org.assertj.core.api.Assertions.assertThat;

/// A process that is killed. Its acknowledgements do not reach Kafka before, so all messages are delivered again.
class KafkaKilledIT extends KafkaFixture {
    private boolean acknowledges;

    @Override
    String channel() {
        return "orders";
    }

    @Override
    String acknowledgesEvery() {
        return acknowledges ? "500" : "3600000";
    }

    @Test
    void messages_have_their_effect_once_if_the_process_is_killed_between_commit_and_acknowledgement() {
        topic.send("a", "b");
        awaitEntries("a", "b");
        kill();
        topic.send("c");
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 3);
        assertThat(entries()).containsExactly("a", "b", "c");
    }

    /// The transaction was not committed, so the next process runs the effect.
    @Test
    void a_message_whose_process_is_killed_before_the_commit_has_its_effect_in_the_next_one() throws Exception {
        try (var held = heldEffects()) {
            topic.send("held", "b");
            awaitHeldEffect();
            kill();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
            awaitEntries("held", "b");
        }
    }

    private void kill() {
        assertThat(topic.acknowledged(topic.name())).isZero();
        consumer.kill();
        acknowledges = true;
        consumer = started();
    }
}
