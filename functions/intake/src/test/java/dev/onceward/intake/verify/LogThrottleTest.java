package dev.onceward.intake.verify;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LogThrottleTest {
    private long nanos = -5;
    private final LogThrottle logThrottle = new LogThrottle(Duration.ofMinutes(1), () -> nanos);

    @Test
    void the_first_occurrence_is_logged_at_once() {
        assertThat(logThrottle.next()).hasValue(1);
    }

    @Test
    void occurrences_within_the_interval_are_counted_in_the_next_log_line() {
        assertThat(logThrottle.next()).hasValue(1);
        assertThat(logThrottle.next()).isEmpty();
        pass(Duration.ofSeconds(59));
        assertThat(logThrottle.next()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(logThrottle.next()).hasValue(3);
        assertThat(logThrottle.next()).isEmpty();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
