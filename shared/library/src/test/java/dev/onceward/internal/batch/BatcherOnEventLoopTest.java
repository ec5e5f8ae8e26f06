package dev.onceward.internal.batch;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.vertx.core.impl.ContextInternal;
import io.vertx.mutiny.core.Context;
import io.vertx.mutiny.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;

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
    void items_added_by_several_threads_share_a_flush() {
        outcomes.add("first");
        outcomes.add("elsewhere");
        turn(() -> outcomes.add("here"));
        store.succeed(0);
        assertThat(store.batches).containsExactly(List.of("first"), List.of("elsewhere", "here"));
    }

    @Test
    void an_item_gets_its_outcome_in_a_duplicated_context_of_the_event_loop_that_added_it() {
        var contexts = new ConcurrentHashMap<String, io.vertx.core.Context>();
        outcomes.add("elsewhere");
        turn(() -> {
            var _ = batcher.add("here").subscribe()
                    .with(_ -> contexts.put("here", io.vertx.core.Vertx.currentContext()));
        });
        store.succeed(0);
        store.succeed(1);
        var _ = Eventually.value(() -> contexts.get("here"), Objects::nonNull);
        var context = (ContextInternal) Objects.requireNonNull(contexts.get("here"));
        assertThat(context.unwrap()).isSameAs(loop.getDelegate());
        assertThat(context.isDuplicate()).isTrue();
    }

    @Test
    void items_that_follow_from_the_outcomes_of_a_flush_are_flushed_together() {
        turn(() -> {
            outcomes.add("alone");
            outcomes.add("with it");
        });
        var next = new HeldFlush();
        var following = new Batcher<>(BatcherTest.WIDE, String::length, next, "full");
        turn(() -> {
            for (var item : List.of("a", "b", "c")) {
                var _ = batcher.add(item).chain(following::add).subscribe().with(_ -> {});
            }
        });
        store.succeed(0);
        store.succeed(1);
        var _ = Eventually.value(() -> next.batches, List.of(List.of("a!", "b!", "c!"))::equals);
    }

    @Test
    void a_flush_that_ends_on_another_thread_starts_the_next_flush() {
        turn(() -> outcomes.add("a"));
        turn(() -> outcomes.add("b"));
        store.succeed(0);
        store.succeed(1);
        turn(() -> {});
        assertThat(outcomes.told).containsExactly("a!", "b!");
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
