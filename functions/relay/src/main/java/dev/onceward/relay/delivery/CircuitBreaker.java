package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.Optional;

/// Whether a subscription's receiver is asked at all. One that failed too often in a row is left alone for a pause; then
/// a single attempt, the probe, decides whether all go on or the next pause is twice as long.
///
/// Times are nanoseconds of one clock, compared by their difference only.
public sealed interface CircuitBreaker {

    /// @param failures how many in a row open it
    /// @param pause the first
    /// @param longest what the pause grows to
    public record Limits(int failures, Duration pause, Duration longest) {}

    static CircuitBreaker closed(Limits limits) {
        return new Closed(limits, 0);
    }

    /// What it is when one more attempt has begun; nothing if none may.
    Optional<CircuitBreaker> admit(long now);

    /// @param now the time at which an attempt failed for which the receiver is to blame
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

        /// That attempt began before.
        @Override
        public CircuitBreaker failed(long now) {
            return this;
        }

        @Override
        public Duration pause(long now) {
            return Duration.ofNanos(Math.max(0, until - now));
        }
    }

    /// @param until when a probe that nobody heard of again is given up, else a cancelled one would close the way for good
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
