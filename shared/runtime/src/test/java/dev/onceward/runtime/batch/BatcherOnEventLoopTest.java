package dev.onceward.runtime.batch;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.vertx.mutiny.core.Context;
import io.vertx.mutiny.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatcherOnEventLoopTest {
    final HeldFlush store = new HeldFlush();
    final Batcher<String, String> batcher = new Batcher<>(BatcherTest.WIDE, String::length, store, "full");
    final Outcomes outcomes = new Outcomes(batcher);
    final Vertx vertx = Vertx.vertx();
    final Context loop = vertx.getOrCreateContext();

    @AfterEach
    void close() {
        vertx.closeAndAwait();
    }

    @Test
    void items_added_in_one_turn_of_an_event_loop_are_flushed_together() {
        turn(() -> outcomes.add("a", "b", "c"));
        assertThat(store.batches).containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void items_added_in_later_turns_of_an_event_loop_share_the_next_flush() {
        turn(() -> outcomes.add("a"));
        turn(() -> outcomes.add("b"));
        turn(() -> outcomes.add("c"));
        turn(() -> store.succeed(0));
        assertThat(store.batches).containsExactly(List.of("a"), List.of("b", "c"));
    }

    @Test
    void an_item_added_on_an_event_loop_does_not_wait_for_a_flush_of_another_thread() {
        outcomes.add("elsewhere");
        turn(() -> outcomes.add("here"));
        assertThat(store.batches).containsExactly(List.of("elsewhere"), List.of("here"));
    }

    @Test
    void a_flush_that_ends_on_another_thread_starts_the_next_flush() {
        turn(() -> outcomes.add("a"));
        turn(() -> outcomes.add("b"));
        store.succeed(0);
        store.succeed(1);
        assertThat(outcomes.told).containsExactly("a!", "b!");
    }

    @Test
    void with_one_shared_queue_an_event_loop_waits_for_a_flush_of_another_thread() {
        var shared = new Outcomes(Batcher.ofOneLane(BatcherTest.WIDE, String::length, store, "full"));
        shared.add("elsewhere");
        turn(() -> shared.add("a"));
        turn(() -> shared.add("b"));
        store.succeed(0);
        assertThat(store.batches).containsExactly(List.of("elsewhere"), List.of("a", "b"));
    }

    /// One turn of the loop, and what it left for the end of it.
    void turn(Runnable work) {
        var done = new CountDownLatch(1);
        loop.runOnContext(() -> {
            work.run();
            loop.runOnContext(done::countDown);
        });
        try {
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
