package dev.onceward.intake.verify;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeldomTest {
    private long nanos = -5;
    private final Seldom seldom = new Seldom(Duration.ofMinutes(1), () -> nanos);

    @Test
    void the_first_time_is_spoken_of_at_once() {
        assertThat(seldom.next()).hasValue(1);
    }

    @Test
    void what_happens_in_between_is_counted_and_spoken_of_the_next_time() {
        assertThat(seldom.next()).hasValue(1);
        assertThat(seldom.next()).isEmpty();
        pass(Duration.ofSeconds(59));
        assertThat(seldom.next()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(seldom.next()).hasValue(3);
        assertThat(seldom.next()).isEmpty();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
