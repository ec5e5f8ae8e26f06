package dev.onceward.runtime.batch;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueueLimitTest {
    final HeldFlush store = new HeldFlush();
    final Batcher<String, String> batcher = new Batcher<>(new BatchLimits(10, 100, 3, 10), String::length, store,
            "full");
    final Outcomes outcomes = new Outcomes(batcher);

    @Test
    void an_item_too_many_finds_no_room() {
        outcomes.add("a", "b", "c", "d");
        assertThat(outcomes.told).containsExactly("full");
    }

    @Test
    void an_item_too_heavy_finds_no_room() {
        outcomes.add("aaaaaa", "bbbbb");
        assertThat(outcomes.told).containsExactly("full");
    }

    @Test
    void what_found_no_room_is_not_sent() {
        outcomes.add("a", "b", "c", "d");
        store.succeed(0);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c"));
    }

    @Test
    void what_is_offered_is_sent_although_nobody_waits_or_is_told_that_it_finds_no_room() {
        assertThat(batcher.offer("a")).isTrue();
        assertThat(batcher.offer("far too heavy")).isFalse();
        assertThat(store.batches).containsExactly(List.of("a"));
    }

    @Test
    void there_is_room_again_after_a_flight() {
        outcomes.add("a", "b", "c");
        store.succeed(0);
        outcomes.add("d");
        assertThat(outcomes.told).containsExactly("a!");
    }

    @Test
    void failures_and_refusals_leak_no_room() {
        for (var flight = 0; flight < 100; flight++) {
            outcomes.add("aaa", "far too heavy to come in");
            store.fail(flight);
        }
        assertThat(batcher.waiting()).isZero();
        outcomes.add("a", "b", "c");
        assertThat(outcomes.told).filteredOn("full"::equals).hasSize(100);
    }

    @Test
    void all_that_waits_and_flies_is_counted() {
        outcomes.add("a", "b", "c");
        assertThat(batcher.waiting()).isEqualTo(3);
    }

    @Test
    void an_item_nobody_waits_for_any_more_gives_its_room_back() {
        outcomes.add("a");
        batcher.add("b").subscribe().with(_ -> {
        }).cancel();
        store.succeed(0);
        store.succeed(1);
        assertThat(batcher.waiting()).isZero();
    }
}
