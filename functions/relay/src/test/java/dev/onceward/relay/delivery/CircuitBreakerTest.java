package dev.onceward.relay.delivery;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.CircuitBreaker.Limits;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

class CircuitBreakerTest {
    private static final long SECOND = 1_000_000_000L;
    /// So that sums pass the highest number there is.
    private static final long START = Long.MAX_VALUE - 5 * SECOND;
    private static final Limits LIMITS = new Limits(3, ofSeconds(10), ofSeconds(35));

    @Test
    void failures_in_a_row_open_the_circuit_breaker() {
        assertThat(failed(2).admit(START)).isPresent();
        assertThat(failed(3).admit(START)).isEmpty();
    }

    @Test
    void a_success_between_failures_starts_the_count_anew() {
        assertThat(failed(2).worked().failed(START).failed(START).admit(START)).isPresent();
    }

    @Test
    void an_open_circuit_breaker_admits_no_attempt_until_its_pause_is_over() {
        assertThat(failed(3).admit(at(9.99))).isEmpty();
        assertThat(failed(3).admit(at(10))).isPresent();
    }

    @Test
    void the_circuit_breaker_tells_the_rest_of_its_pause() {
        assertThat(failed(2).pause(START)).isEqualTo(ZERO);
        assertThat(failed(3).pause(at(4))).isEqualTo(ofSeconds(6));
        assertThat(failed(3).pause(at(11))).isEqualTo(ZERO);
    }

    @Test
    void after_the_pause_one_probe_is_let_through() {
        var probing = failed(3).admit(at(10)).orElseThrow();
        assertThat(probing.admit(at(10))).isEmpty();
        assertThat(probing.pause(at(12))).isEqualTo(ofSeconds(8));
    }

    @Test
    void a_probe_that_worked_closes_the_circuit_breaker() {
        var closed = probing().worked();
        assertThat(closed).isEqualTo(CircuitBreaker.closed(LIMITS));
        assertThat(closed.failed(at(11)).failed(at(11)).admit(at(11))).isPresent();
    }

    @Test
    void a_probe_that_failed_opens_the_circuit_breaker_for_twice_as_long() {
        var open = probing().failed(at(11));
        assertThat(open.admit(at(30.9))).isEmpty();
        assertThat(open.admit(at(31))).isPresent();
    }

    @Test
    void the_pause_doubles_up_to_its_limit() {
        var pauses = Stream.iterate(failed(3), open -> open.admit(at(100)).orElseThrow().failed(START))
                .map(open -> open.pause(START).toSeconds());
        assertThat(pauses.limit(5)).containsExactly(10L, 20L, 35L, 35L, 35L);
    }

    @Test
    void the_pause_starts_small_again_after_a_success() {
        assertThat(thrice(probing().failed(START).worked()).pause(START)).isEqualTo(ofSeconds(10));
    }

    @Test
    void a_failure_of_an_attempt_from_before_the_opening_does_not_lengthen_the_pause() {
        assertThat(failed(3).failed(at(9)).admit(at(10))).isPresent();
    }

    @Test
    void a_success_of_an_attempt_from_before_the_opening_closes_the_circuit_breaker() {
        assertThat(failed(3).worked().admit(START)).isPresent();
    }

    @Test
    void a_probe_without_an_outcome_is_followed_by_another_probe_after_the_pause() {
        var again = probing().admit(at(20)).orElseThrow();
        assertThat(again.admit(at(20))).isEmpty();
        assertThat(again.admit(at(30))).isPresent();
    }

    private static CircuitBreaker probing() {
        return failed(3).admit(at(10)).orElseThrow();
    }

    private static CircuitBreaker failed(int times) {
        return Stream.iterate(CircuitBreaker.closed(LIMITS), circuitBreaker -> circuitBreaker.failed(START)).skip(times)
                .findFirst()
                .orElseThrow();
    }

    private static CircuitBreaker thrice(CircuitBreaker circuitBreaker) {
        UnaryOperator<CircuitBreaker> fail = each -> each.failed(START);
        return Stream.iterate(circuitBreaker, fail).skip(3).findFirst().orElseThrow();
    }

    private static long at(double seconds) {
        return START + Math.round(seconds * SECOND);
    }
}
