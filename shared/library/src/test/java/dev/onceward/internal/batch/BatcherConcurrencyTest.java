package dev.onceward.internal.batch;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;

import static org.assertj.core.api.Assertions.assertThat;

class BatcherConcurrencyTest {
    static final int ITEMS = 100_000;
    static final int THREADS = 8;
    static final BatchLimits LIMITS = new BatchLimits(64, Long.MAX_VALUE, ParallelFlushes.ONE, ITEMS,
            Long.MAX_VALUE);

    @AutoClose
    final ExecutorService store = Executors.newSingleThreadExecutor();
    @AutoClose
    final ExecutorService senders = Executors.newFixedThreadPool(THREADS);

    final AtomicInteger flights = new AtomicInteger();
    final AtomicInteger mostFlights = new AtomicInteger();

    @Test
    void items_added_by_many_threads_at_once_each_get_their_own_outcome() throws Exception {
        addFromManyThreads(new Batcher<Integer, Integer>(LIMITS, _ -> 1, this::later, -1));
        assertThat(mostFlights).hasValue(1);
    }

    private void addFromManyThreads(Batcher<Integer, Integer> batcher) throws InterruptedException {
        var answers = new AtomicIntegerArray(ITEMS);
        var open = new CountDownLatch(ITEMS);
        var tasks = IntStream.range(0, THREADS).mapToObj(thread -> Executors.callable(
                () -> addEach(batcher, thread, answers, open))).toList();
        var _ = senders.invokeAll(tasks);
        assertThat(open.await(30, TimeUnit.SECONDS)).as("%d never answered", open.getCount()).isTrue();
        assertThat(IntStream.range(0, ITEMS).filter(item -> answers.get(item) != item + 1)).isEmpty();
        assertThat(batcher.waiting()).isZero();
    }

    @Test
    void items_get_their_own_outcome_when_several_flushes_are_under_way() throws Exception {
        var limits = new BatchLimits(64, Long.MAX_VALUE, new ParallelFlushes(4, 8), ITEMS, Long.MAX_VALUE);
        addFromManyThreads(new Batcher<Integer, Integer>(limits, _ -> 1, this::later, -1));
        assertThat(mostFlights).hasValueBetween(1, 4);
    }

    @Test
    void a_long_queue_is_flushed_without_a_stack_overflow_when_the_store_answers_at_once() {
        var first = new AtomicReference<Runnable>();
        var answered = new AtomicInteger();
        var batcher = new Batcher<Integer, Integer>(new BatchLimits(1, 1, ParallelFlushes.ONE, ITEMS, ITEMS), _ -> 1,
                items -> items.contains(0) ? held(items, first) : Uni.createFrom().item(items), -1);
        for (var item = 0; item < ITEMS; item++) {
            var _ = batcher.add(item).subscribe().with(_ -> answered.incrementAndGet());
        }
        first.get().run();
        assertThat(answered).hasValue(ITEMS);
    }

    static void addEach(Batcher<Integer, Integer> batcher, int thread, AtomicIntegerArray answers,
            CountDownLatch open) {
        for (var item = thread; item < ITEMS; item += THREADS) {
            var mine = item;
            var _ = batcher.add(item).subscribe().with(outcome -> {
                answers.set(mine, outcome);
                open.countDown();
            });
        }
    }

    Uni<List<Integer>> later(List<Integer> items) {
        mostFlights.accumulateAndGet(flights.incrementAndGet(), Math::max);
        return Uni.createFrom().item(items.stream().map(item -> item + 1).toList()).emitOn(store)
                .invoke(flights::decrementAndGet);
    }

    static Uni<List<Integer>> held(List<Integer> items, AtomicReference<Runnable> release) {
        return Uni.createFrom().emitter(emitter -> release.set(() -> emitter.complete(items)));
    }
}
