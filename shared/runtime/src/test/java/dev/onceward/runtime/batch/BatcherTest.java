package dev.onceward.runtime.batch;

import java.util.List;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatcherTest {
    static final BatchLimits WIDE = new BatchLimits(100, 1000, 1000, 10_000);

    final HeldFlush store = new HeldFlush();

    @Test
    void nothing_lingers_when_idle() {
        outcomes(WIDE).add("a");
        assertThat(store.batches).containsExactly(List.of("a"));
    }

    @Test
    void nothing_is_sent_before_somebody_waits_for_it() {
        var _ = new Batcher<>(WIDE, String::length, store, "full").add("a");
        assertThat(store.batches).isEmpty();
    }

    @Test
    void what_arrives_during_a_flight_travels_together() {
        outcomes(WIDE).add("a", "b", "c", "d");
        store.succeed(0);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c", "d"));
    }

    @Test
    void only_one_flight_is_under_way_in_a_lane() {
        outcomes(WIDE).add("a", "b", "c");
        assertThat(store.batches).hasSize(1);
    }

    @Test
    void each_item_gets_its_own_outcome() {
        var outcomes = outcomes(WIDE);
        outcomes.add("a", "b", "c", "d");
        store.succeed(0);
        store.succeed(1);
        assertThat(outcomes.told).containsExactly("a!", "b!", "c!", "d!");
    }

    @Test
    void a_flush_carries_no_more_items_than_the_limit() {
        outcomes(new BatchLimits(2, 1000, 1000, 1000)).add("a", "b", "c", "d");
        store.succeed(0);
        store.succeed(1);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c"), List.of("d"));
    }

    @Test
    void a_flush_carries_no_more_weight_than_the_limit() {
        outcomes(new BatchLimits(100, 5, 1000, 1000)).add("a", "bb", "ccc", "d");
        store.succeed(0);
        store.succeed(1);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("bb", "ccc"), List.of("d"));
    }

    @Test
    void an_item_heavier_than_the_limit_travels_alone() {
        outcomes(new BatchLimits(100, 5, 1000, 1000)).add("a", "b", "cccccccc", "d");
        store.succeed(0);
        store.succeed(1);
        store.succeed(2);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b"), List.of("cccccccc"), List.of("d"));
    }

    @Test
    void a_failing_flush_fails_only_its_batch_and_the_lane_goes_on() {
        var outcomes = outcomes(WIDE);
        outcomes.add("a", "b", "c");
        store.fail(0);
        store.succeed(1);
        assertThat(outcomes.told).containsExactly("a: flight 0", "b!", "c!");
    }

    @Test
    void a_flush_that_throws_fails_its_batch_and_the_lane_goes_on() {
        var outcomes = new Outcomes(new Batcher<>(WIDE, String::length, BatcherTest::throwAtBad, "full"));
        outcomes.add("bad", "good");
        assertThat(outcomes.told).containsExactly("bad: thrown", "good");
    }

    @Test
    void a_flush_that_answers_too_little_leaves_nobody_without_an_outcome() {
        var outcomes = new Outcomes(new Batcher<>(WIDE, String::length, _ -> Uni.createFrom().item(List.of()), "full"));
        outcomes.add("a");
        assertThat(outcomes.told).singleElement().asString().startsWith("a: ");
    }

    Outcomes outcomes(BatchLimits limits) {
        return new Outcomes(new Batcher<>(limits, String::length, store, "full"));
    }

    static Uni<List<String>> throwAtBad(List<String> items) {
        if (items.contains("bad")) {
            throw new IllegalStateException("thrown");
        }
        return Uni.createFrom().item(items);
    }
}
