package dev.onceward.internal.batch;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;

import static org.assertj.core.api.Assertions.assertThat;

class QueueLimitTest {
    final HeldFlush store = new HeldFlush();
    final BatchLimits limits = new BatchLimits(10, 100, ParallelFlushes.ONE, 3, 10);
    final Batcher<String, String> batcher = new Batcher<>(limits, String::length, store, "full");
    final Outcomes outcomes = new Outcomes(batcher);

    @Test
    void an_item_beyond_the_item_limit_gets_the_outcome_for_a_full_queue() {
        outcomes.add("a", "b", "c", "d");
        assertThat(outcomes.told).containsExactly("full");
    }

    @Test
    void an_item_beyond_the_weight_limit_gets_the_outcome_for_a_full_queue() {
        outcomes.add("aaaaaa", "bbbbb");
        assertThat(outcomes.told).containsExactly("full");
    }

    @Test
    void an_item_rejected_by_a_full_queue_is_not_flushed() {
        outcomes.add("a", "b", "c", "d");
        store.succeed(0);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c"));
    }

    @Test
    void an_offered_item_is_flushed_without_a_subscriber_and_one_beyond_the_limit_is_rejected() {
        assertThat(batcher.offer("a")).isTrue();
        assertThat(batcher.offer("far too heavy")).isFalse();
        assertThat(store.batches).containsExactly(List.of("a"));
    }

    @Test
    void a_finished_flush_frees_room_in_the_queue() {
        outcomes.add("a", "b", "c");
        store.succeed(0);
        outcomes.add("d");
        assertThat(outcomes.told).containsExactly("a!");
    }

    @Test
    void failed_and_rejected_items_leave_no_used_room_in_the_queue() {
        for (var flight = 0; flight < 100; flight++) {
            outcomes.add("aaa", "far too heavy to come in");
            store.fail(flight);
        }
        assertThat(batcher.waiting()).isZero();
        outcomes.add("a", "b", "c");
        assertThat(outcomes.told).filteredOn("full"::equals).hasSize(100);
    }

    @Test
    void the_waiting_count_includes_queued_items_and_items_being_flushed() {
        outcomes.add("a", "b", "c");
        assertThat(batcher.waiting()).isEqualTo(3);
    }

    @Test
    void a_cancelled_item_gives_its_room_in_the_queue_back() {
        outcomes.add("a");
        batcher.add("b").subscribe().with(_ -> {
        }).cancel();
        store.succeed(0);
        store.succeed(1);
        assertThat(batcher.waiting()).isZero();
    }
}
