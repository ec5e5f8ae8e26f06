package dev.onceward.intake.verify;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LogThrottleTest {
    private long nanos = -5;
    private final LogThrottle logThrottle = new LogThrottle(Duration.ofMinutes(1), () -> nanos);

    @Test
    void the_first_time_is_spoken_of_at_once() {
        assertThat(logThrottle.next()).hasValue(1);
    }

    @Test
    void what_happens_in_between_is_counted_and_spoken_of_the_next_time() {
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
