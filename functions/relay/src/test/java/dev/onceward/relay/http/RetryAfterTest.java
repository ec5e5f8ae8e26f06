package dev.onceward.relay.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RetryAfterTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-18T12:00:00Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "120,120", "86400,86400", "86401,86400", "999999999999999999,86400", "' 7 ',7"})
    void seconds_are_taken_up_to_a_day(String value, long seconds) {
        assertThat(pause(value, null)).isEqualTo(Duration.ofSeconds(seconds));
    }

    /// The second and third form are obsolete and still to be understood.
    @ParameterizedTest
    @ValueSource(strings = {"Wed, 18 Nov 2026 12:01:30 GMT", "Wednesday, 18-Nov-26 12:01:30 GMT",
            "Wed Nov 18 12:01:30 2026"})
    void a_date_is_read_as_the_time_from_now_until_then(String value) {
        assertThat(pause(value, null)).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void days_of_the_month_below_ten_are_read_in_each_date_format() {
        assertThat(pause("Sun Nov  1 12:00:00 2026", "Sun, 01 Nov 2026 11:59:00 GMT")).isEqualTo(Duration.ofMinutes(1));
        assertThat(pause("Sunday, 01-Nov-26 12:00:00 GMT", "Sun Nov  1 11:59:00 2026"))
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void a_date_is_compared_with_the_date_header_of_the_answer() {
        assertThat(pause("Thu, 01 Jan 2009 00:00:10 GMT", "Thu, 01 Jan 2009 00:00:00 GMT"))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(pause("Wed, 18 Nov 2026 12:01:30 GMT", "yesterday")).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void a_date_in_the_past_is_a_pause_of_zero() {
        assertThat(pause("Wed, 18 Nov 2026 11:00:00 GMT", null)).isZero();
    }

    @Test
    void a_date_far_in_the_future_is_a_pause_of_a_day() {
        assertThat(pause("Fri, 18 Nov 2095 12:00:00 GMT", null)).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1.5", "soon", "1 s", "9999999999999999999", "2026-11-18T12:00:00Z",
            "Wed, 18 Nov 2026 12:01:30 CET", "Tue, 18 Nov 2026 12:01:30 GMT", "Wed, 31 Feb 2026 12:01:30 GMT", "١"})
    void a_malformed_retry_after_is_ignored(String value) {
        assertThat(pause(value, null)).isNull();
    }

    @Test
    void an_answer_without_retry_after_has_no_pause() {
        assertThat(RetryAfter.of(MultiMap.caseInsensitiveMultiMap(), CLOCK)).isNull();
    }

    private static @Nullable Duration pause(String value, @Nullable String date) {
        var headers = MultiMap.caseInsensitiveMultiMap().add("Retry-After", value);
        return RetryAfter.of(date == null ? headers : headers.add("Date", date), CLOCK);
    }
}
