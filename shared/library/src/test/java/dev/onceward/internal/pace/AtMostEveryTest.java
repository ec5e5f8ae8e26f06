package dev.onceward.internal.pace;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AtMostEveryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong(-5);
    private final AtMostEvery atMostEvery = new AtMostEvery(MINUTE, nanos::get);

    @Test
    void the_first_time_may_be_at_once() {
        assertThat(atMostEvery.isDue()).isTrue();
        assertThat(atMostEvery.left()).isZero();
        assertThat(atMostEvery.tryNow()).isTrue();
    }

    @Test
    void the_next_time_is_an_interval_later() {
        assertThat(atMostEvery.tryNow()).isTrue();
        assertThat(atMostEvery.tryNow()).isFalse();
        pass(Duration.ofSeconds(59));
        assertThat(atMostEvery.isDue()).isFalse();
        assertThat(atMostEvery.left()).isEqualTo(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));
        assertThat(atMostEvery.isDue()).isTrue();
        assertThat(atMostEvery.tryNow()).isTrue();
        assertThat(atMostEvery.tryNow()).isFalse();
    }

    @Test
    void who_asks_in_vain_does_not_put_off_the_next_time() {
        assertThat(atMostEvery.tryNow()).isTrue();
        pass(Duration.ofSeconds(30));
        assertThat(atMostEvery.tryNow()).isFalse();
        pass(Duration.ofSeconds(30));
        assertThat(atMostEvery.tryNow()).isTrue();
    }

    @Test
    void what_happens_although_it_is_not_due_puts_off_the_next_time() {
        atMostEvery.happensNow();
        pass(Duration.ofSeconds(30));
        atMostEvery.happensNow();
        pass(Duration.ofSeconds(30));
        assertThat(atMostEvery.isDue()).isFalse();
    }

    @Test
    void a_pause_replaces_the_interval_once() {
        atMostEvery.pauseFor(Duration.ofSeconds(2));
        assertThat(atMostEvery.isDue()).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(atMostEvery.tryNow()).isTrue();
        assertThat(atMostEvery.left()).isEqualTo(MINUTE);
    }

    @Test
    void what_is_made_due_may_happen_at_once() {
        assertThat(atMostEvery.tryNow()).isTrue();
        atMostEvery.makeDue();
        assertThat(atMostEvery.tryNow()).isTrue();
    }

    /// As [System#nanoTime] may.
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 1, Long.MIN_VALUE, -1, 0})
    void the_time_may_begin_anywhere_and_overflow(long start) {
        nanos.set(start);
        var everywhere = new AtMostEvery(MINUTE, nanos::get);
        assertThat(everywhere.tryNow()).isTrue();
        assertThat(everywhere.tryNow()).isFalse();
        pass(MINUTE);
        assertThat(everywhere.tryNow()).isTrue();
    }

    @Test
    void of_many_threads_that_ask_at_once_one_is_told_yes() throws Exception {
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var round = 0; round < 200; round++) {
                var yes = 0;
                for (var answer : threads.invokeAll(Stream.generate(() -> (Callable<Boolean>) atMostEvery::tryNow)
                        .limit(8).toList())) {
                    yes += answer.get() ? 1 : 0;
                }
                assertThat(yes).isEqualTo(1);
                pass(MINUTE);
            }
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
