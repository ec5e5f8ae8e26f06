package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.relay.subscription.Subscription.Retry;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

class BackoffTest {
    private static final Retry RETRY = new Retry(20, ofMillis(500), ofHours(1));

    @ParameterizedTest
    @CsvSource({"1,500", "2,1000", "3,2000", "8,64000", "13,2048000", "14,3600000", "15,3600000", "64,3600000",
            "2147483647,3600000", "0,500"})
    void the_ceiling_doubles_until_the_cap(int failures, long ceiling) {
        assertThat(Backoff.after(failures, RETRY, null, luck(1))).isEqualTo(ofMillis(ceiling));
        assertThat(Backoff.after(failures, RETRY, null, luck(0))).isZero();
    }

    @Test
    void pauses_are_spread_over_the_whole_range_up_to_the_ceiling() {
        var chance = new SplittableRandom(42);
        var pauses = Stream.generate(() -> Backoff.after(3, RETRY, null, chance)).limit(1000).toList();
        assertThat(pauses).allMatch(pause -> pause.compareTo(ofSeconds(2)) <= 0);
        assertThat(tenths(pauses)).isEqualTo(10);
    }

    @Test
    void the_pause_is_added_to_the_retry_after_of_the_receiver() {
        assertThat(after(ofMinutes(5), 0)).isEqualTo(ofMinutes(5));
        assertThat(after(ofMinutes(5), 1)).isEqualTo(ofMinutes(5).plusMillis(500));
    }

    @Test
    void without_a_delay_there_is_no_pause() {
        assertThat(Backoff.after(9, new Retry(20, Duration.ZERO, ofHours(1)), null, luck(1))).isZero();
    }

    @Test
    void a_delay_above_the_cap_is_the_cap() {
        assertThat(Backoff.after(1, new Retry(20, ofHours(2), ofHours(1)), null, luck(1))).isEqualTo(ofHours(1));
    }

    private static Duration after(@Nullable Duration notBefore, double luck) {
        return Backoff.after(1, RETRY, notBefore, luck(luck));
    }

    /// The lowest or the highest there is.
    private static RandomGenerator luck(double luck) {
        return new RandomGenerator() {

            @Override
            public long nextLong() {
                throw new AssertionError("not asked for");
            }

            @Override
            public long nextLong(long bound) {
                return Math.round((bound - 1) * luck);
            }
        };
    }

    private static long tenths(List<Duration> pauses) {
        return pauses.stream().map(pause -> Math.min(9, pause.toMillis() / 200)).distinct().count();
    }
}
