package dev.onceward.internal.batch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

class BatcherTest {
    static final BatchLimits WIDE = new BatchLimits(100, 1000, ParallelFlushes.ONE, 1000, 10_000);

    final HeldFlush store = new HeldFlush();

    @Test
    void an_item_is_flushed_at_once_when_no_flush_is_in_progress() {
        outcomes(WIDE).add("a");
        assertThat(store.batches).containsExactly(List.of("a"));
    }

    @Test
    void an_added_item_is_not_flushed_before_its_outcome_is_subscribed_to() {
        var _ = new Batcher<>(WIDE, String::length, store, "full").add("a");
        assertThat(store.batches).isEmpty();
    }

    @Test
    void items_added_during_a_flush_are_sent_together_in_the_next_flush() {
        outcomes(WIDE).add("a", "b", "c", "d");
        store.succeed(0);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c", "d"));
    }

    @Test
    void a_batcher_queue_has_only_one_flush_in_progress() {
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
        outcomes(new BatchLimits(2, 1000, ParallelFlushes.ONE, 1000, 1000)).add("a", "b", "c", "d");
        store.succeed(0);
        store.succeed(1);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c"), List.of("d"));
    }

    @Test
    void a_flush_carries_no_more_weight_than_the_limit() {
        outcomes(new BatchLimits(100, 5, ParallelFlushes.ONE, 1000, 1000)).add("a", "bb", "ccc", "d");
        store.succeed(0);
        store.succeed(1);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("bb", "ccc"), List.of("d"));
    }

    @Test
    void an_item_heavier_than_the_limit_is_flushed_alone() {
        outcomes(new BatchLimits(100, 5, ParallelFlushes.ONE, 1000, 1000)).add("a", "b", "cccccccc", "d");
        store.succeed(0);
        store.succeed(1);
        store.succeed(2);
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b"), List.of("cccccccc"), List.of("d"));
    }

    @Test
    void a_failing_flush_fails_only_its_batch_and_the_next_batch_is_flushed() {
        var outcomes = outcomes(WIDE);
        outcomes.add("a", "b", "c");
        store.fail(0);
        store.succeed(1);
        assertThat(outcomes.told).containsExactly("a: flight 0", "b!", "c!");
    }

    @Test
    void a_flush_that_throws_fails_its_batch_and_the_next_batch_is_flushed() {
        var outcomes = new Outcomes(new Batcher<>(WIDE, String::length, BatcherTest::throwAtBad, "full"));
        outcomes.add("bad", "good");
        assertThat(outcomes.told).containsExactly("bad: thrown", "good");
    }

    @Test
    void a_flush_that_returns_too_few_outcomes_fails_the_items_of_its_batch() {
        var outcomes = new Outcomes(new Batcher<>(WIDE, String::length, _ -> Uni.createFrom().item(List.of()), "full"));
        outcomes.add("a");
        assertThat(outcomes.told).singleElement().asString().startsWith("a: ");
    }

    @Test
    void another_flush_starts_beside_the_first_only_when_enough_items_wait() {
        outcomes(parallel(3, Duration.ofMinutes(1))).add("a", "b", "c", "d", "e", "f", "g");
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c", "d"));
        store.succeed(1);
        assertThat(store.batches).last().isEqualTo(List.of("e", "f", "g"));
    }

    @Test
    void another_flush_starts_beside_one_that_takes_long() {
        outcomes(parallel(100, Duration.ofMillis(1))).add("hangs", "next");
        var _ = Eventually.value(() -> store.batches, List.of(List.of("hangs"), List.of("next"))::equals);
    }

    @Test
    void a_flush_has_the_class_loader_of_the_application_whatever_the_thread_of_the_jdk_has() {
        CompletableFuture.runAsync(() -> Thread.currentThread().setContextClassLoader(null),
                CompletableFuture.delayedExecutor(1, TimeUnit.NANOSECONDS, Runnable::run)).join();
        var loaders = new ArrayBlockingQueue<Optional<ClassLoader>>(2);
        var outcomes = new Outcomes(new Batcher<>(parallel(100, Duration.ofMillis(1)), String::length, _ -> {
            loaders.add(Optional.ofNullable(Thread.currentThread().getContextClassLoader()));
            return Uni.createFrom().nothing();
        }, "full"));
        outcomes.add("hangs", "next");
        Eventually.holds(() -> loaders.size() == 2);
        assertThat(loaders).containsOnly(Optional.of(Thread.currentThread().getContextClassLoader()));
    }

    @Test
    void with_pauses_no_flush_starts_before_the_pause_is_over() {
        var pauses = new ArrayDeque<Runnable>();
        var outcomes = new Outcomes(Batcher.withPauses(WIDE, String::length, store, "full", pauses::add));
        outcomes.add("a", "b");
        assertThat(store.batches).isEmpty();
        pauses.remove().run();
        outcomes.add("c");
        store.succeed(0);
        outcomes.add("d");
        assertThat(store.batches).containsExactly(List.of("a", "b"));
        pauses.remove().run();
        assertThat(store.batches).containsExactly(List.of("a", "b"), List.of("c", "d"));
    }

    private static BatchLimits parallel(int itemsForAnother, Duration patience) {
        return new BatchLimits(100, 1000, new ParallelFlushes(2, itemsForAnother, patience), 1000, 1000);
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
