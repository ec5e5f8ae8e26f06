package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.Optional;

/// Decides whether events are sent to a subscription's receiver. After too many failures in a row the breaker opens for
/// a pause. Then a single attempt, the probe, decides whether it closes or opens again for twice as long.
///
/// Times are nanoseconds of one clock and are only compared by their differences.
public sealed interface CircuitBreaker {

    /// @param failures how many failures in a row open the breaker
    /// @param pause the first pause
    /// @param longest the longest pause
    public record Limits(int failures, Duration pause, Duration longest) {}

    static CircuitBreaker closed(Limits limits) {
        return new Closed(limits, 0);
    }

    /// The state after one more attempt has begun; empty if no attempt is allowed.
    Optional<CircuitBreaker> admit(long now);

    /// The state after the receiver failed at this time.
    CircuitBreaker failed(long now);

    default CircuitBreaker worked() {
        return closed(limits());
    }

    /// How long until the next attempt may be admitted.
    Duration pause(long now);

    Limits limits();

    record Closed(Limits limits, int failures) implements CircuitBreaker {

        @Override
        public Optional<CircuitBreaker> admit(long now) {
            return Optional.of(this);
        }

        @Override
        public CircuitBreaker failed(long now) {
            return failures + 1 < limits.failures()
                    ? new Closed(limits, failures + 1)
                    : new Open(limits, now + limits.pause().toNanos(), limits.pause());
        }

        @Override
        public Duration pause(long now) {
            return Duration.ZERO;
        }
    }

    record Open(Limits limits, long until, Duration length) implements CircuitBreaker {

        @Override
        public Optional<CircuitBreaker> admit(long now) {
            return now - until < 0
                    ? Optional.empty()
                    : Optional.of(new Probing(limits, now + length.toNanos(), length));
        }

        /// The failed attempt began before the breaker opened, so the state stays.
        @Override
        public CircuitBreaker failed(long now) {
            return this;
        }

        @Override
        public Duration pause(long now) {
            return Duration.ofNanos(Math.max(0, until - now));
        }
    }

    /// @param until when the result of the probe is no longer awaited, so that a cancelled probe does not keep the
    ///        breaker open for ever
    record Probing(Limits limits, long until, Duration length) implements CircuitBreaker {

        @Override
        public Optional<CircuitBreaker> admit(long now) {
            return new Open(limits, until, length).admit(now);
        }

        @Override
        public CircuitBreaker failed(long now) {
            var doubled = length.multipliedBy(2);
            var next = doubled.compareTo(limits.longest()) < 0 ? doubled : limits.longest();
            return new Open(limits, now + next.toNanos(), next);
        }

        @Override
        public Duration pause(long now) {
            return Duration.ofNanos(Math.max(0, until - now));
        }
    }
}
