package dev.onceward.internal.pace;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class SerialLoopTest {
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void each_call_runs_the_work_if_it_does_not_run() {
        var loop = new SerialLoop(runs::incrementAndGet);
        loop.call();
        loop.call();
        assertThat(runs).hasValue(2);
    }

    @Test
    void all_who_call_while_the_work_runs_are_followed_by_one_more_run() throws Exception {
        var isRunning = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var loop = new SerialLoop(() -> {
            runs.incrementAndGet();
            isRunning.countDown();
            pass(mayEnd);
        });
        try (var thread = Executors.newSingleThreadExecutor()) {
            var running = thread.submit(loop::call);
            pass(isRunning);
            IntStream.range(0, 100).forEach(_ -> loop.call());
            assertThat(runs).hasValue(1);
            mayEnd.countDown();
            running.get();
        }
        assertThat(runs).hasValue(2);
    }

    @Test
    void work_that_calls_again_does_not_go_deeper() {
        var loop = new SerialLoop[1];
        loop[0] = new SerialLoop(() -> {
            if (runs.incrementAndGet() < 1_000_000) {
                loop[0].call();
            }
        });
        loop[0].call();
        assertThat(runs).hasValue(1_000_000);
    }

    @Test
    void the_work_never_runs_twice_at_once_and_once_more_after_the_last_call() throws Exception {
        var isRunning = new AtomicBoolean();
        var overlaps = new AtomicInteger();
        var asked = new AtomicInteger();
        var seen = new AtomicInteger();
        var loop = new SerialLoop(() -> {
            overlaps.addAndGet(isRunning.compareAndSet(false, true) ? 0 : 1);
            seen.set(asked.get());
            isRunning.set(false);
        });
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var calling : calls(threads, loop, asked)) {
                calling.get();
            }
        }
        assertThat(overlaps).hasValue(0);
        assertThat(seen).hasValue(40_000);
    }

    @Test
    void a_failure_is_the_callers_and_the_next_call_runs_again() {
        var loop = new SerialLoop(() -> {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
        });
        assertThatThrownBy(loop::call).hasMessage("broken");
        loop.call();
        assertThat(runs).hasValue(2);
    }

    private static List<? extends Future<?>> calls(ExecutorService threads, SerialLoop loop,
            AtomicInteger asked) {
        return IntStream.range(0, 4).mapToObj(_ -> threads.submit(() -> IntStream.range(0, 10_000).forEach(_ -> {
            asked.incrementAndGet();
            loop.call();
        }))).toList();
    }

    private static void pass(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
