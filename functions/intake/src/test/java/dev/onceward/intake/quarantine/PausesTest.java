package dev.onceward.intake.quarantine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PausesTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Pauses pauses = new Pauses(nanos::get);

    @Test
    void a_pause_is_on_until_its_time_is_over_whatever_the_clock_began_with() {
        pauses.begin("a", Duration.ofNanos(10));
        nanos.addAndGet(9);
        assertThat(pauses.isOn("a")).isTrue();
        nanos.addAndGet(1);
        assertThat(pauses.isOn("a")).isFalse();
    }

    @Test
    void a_pause_is_for_one_name_and_can_be_ended() {
        pauses.begin("a", Duration.ofNanos(10));
        assertThat(pauses.isOn("b")).isFalse();
        pauses.end("a");
        assertThat(pauses.isOn("a")).isFalse();
    }
}
