package dev.onceward.consumer;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

/// A process that is killed after it has processed a batch, and before it acknowledges it.
class KafkaBatchKilledIT extends KafkaFixture {
    private boolean acknowledges;

    @Override
    String channel() {
        return "batches";
    }

    @Override
    String acknowledgesEvery() {
        return acknowledges ? "500" : "3600000";
    }

    @Override
    void prepare() {
        topic.send("a", "poison-1", "b");
    }

    @Test
    void a_batch_that_is_delivered_again_has_its_effects_once() {
        awaitEntries("a", "b");
        assertThat(topic.readDeadLetters(1)).hasSize(1);
        assertThat(topic.acknowledged(topic.name())).isZero();
        consumer.kill();
        acknowledges = true;
        consumer = started();
        topic.send("c");
        Eventually.holds(() -> topic.acknowledged(topic.name()) == 4);
        assertThat(entries()).containsExactly("a", "b", "c");
    }
}
