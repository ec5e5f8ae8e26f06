package dev.onceward.internal.pace;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepeatedFailuresTest {
    private long now = Long.MAX_VALUE - 1;
    private final RepeatedFailures streak = new RepeatedFailures(() -> now);

    @Test
    void a_streak_begins_with_the_first_failure_and_ends_once_with_a_success_after_five_quiet_seconds() {
        assertThat(streak.succeeded()).isFalse();
        assertThat(streak.failed()).isTrue();
        assertThat(streak.failed()).isFalse();
        now += Duration.ofSeconds(5).toNanos();
        assertThat(streak.succeeded()).isTrue();
        assertThat(streak.succeeded()).isFalse();
        assertThat(streak.failed()).isTrue();
    }

    @Test
    void failures_less_than_five_seconds_apart_are_one_streak_whatever_succeeds_between_them() {
        assertThat(streak.failed()).isTrue();
        for (var n = 0; n < 100; n++) {
            now += Duration.ofMillis(4999).toNanos();
            assertThat(streak.succeeded()).isFalse();
            assertThat(streak.failed()).isFalse();
        }
    }
}
