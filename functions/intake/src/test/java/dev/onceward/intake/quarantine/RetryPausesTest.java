package dev.onceward.intake.quarantine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RetryPausesTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final RetryPauses retryPauses = new RetryPauses(nanos::get);

    @Test
    void a_pause_lasts_for_its_duration_even_if_the_nanosecond_clock_overflows() {
        retryPauses.begin("a", Duration.ofNanos(10));
        nanos.addAndGet(9);
        assertThat(retryPauses.isOn("a")).isTrue();
        nanos.addAndGet(1);
        assertThat(retryPauses.isOn("a")).isFalse();
    }

    @Test
    void a_pause_is_for_one_name_and_can_be_ended() {
        retryPauses.begin("a", Duration.ofNanos(10));
        assertThat(retryPauses.isOn("b")).isFalse();
        retryPauses.end("a");
        assertThat(retryPauses.isOn("a")).isFalse();
    }
}
