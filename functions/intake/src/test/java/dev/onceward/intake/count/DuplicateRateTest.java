package dev.onceward.intake.count;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DuplicateRateTest {
    private final AtomicLong nanos = new AtomicLong();
    private final DuplicateRate rate = new DuplicateRate(20, nanos::get);

    @Test
    void a_duplicate_rate_above_the_threshold_is_reported_when_the_minute_is_over() {
        assertThat(add(50, true)).isEmpty();
        assertThat(add(49, false)).isEmpty();
        nextMinute();
        assertThat(add(1, false)).containsExactly(50.0);
    }

    @Test
    void a_high_duplicate_rate_is_reported_at_most_once_a_minute() {
        var _ = add(200, true);
        nextMinute();
        assertThat(add(500, true)).containsExactly(100.0);
        nextMinute();
        assertThat(add(500, true)).containsExactly(100.0);
    }

    @Test
    void a_duplicate_rate_at_the_threshold_is_not_reported() {
        var _ = add(20, true);
        var _ = add(79, false);
        nextMinute();
        assertThat(add(1, false)).isEmpty();
    }

    @Test
    void a_duplicate_rate_of_fewer_than_a_hundred_requests_is_not_reported() {
        var _ = add(98, true);
        nextMinute();
        assertThat(add(1, true)).isEmpty();
    }

    @Test
    void the_requests_of_one_minute_do_not_count_for_the_next() {
        var _ = add(200, true);
        nextMinute();
        var _ = add(1, true);
        var _ = add(199, false);
        nextMinute();
        assertThat(add(1, false)).isEmpty();
    }

    private List<Double> add(int times, boolean duplicate) {
        var told = new ArrayList<Double>();
        for (var i = 0; i < times; i++) {
            rate.tooHigh(duplicate).ifPresent(told::add);
        }
        return told;
    }

    private void nextMinute() {
        var _ = nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
    }
}
