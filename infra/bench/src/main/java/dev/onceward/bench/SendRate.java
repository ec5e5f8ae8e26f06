package dev.onceward.bench;

import java.time.Duration;

/// When requests are meant to leave, in nanoseconds since the start of a run.
sealed interface SendRate {
    long NEVER = Long.MAX_VALUE;

    /// When the request with this number is meant to leave, `NEVER` if the run ends before.
    long due(long number, long now);

    /// How many a second are asked for; 0 if it is as many as will go.
    double rate();

    /// An open loop: the schedule does not care how the server is doing.
    record Steady(double rate, Duration time) implements SendRate {

        @Override
        public long due(long number, long now) {
            var due = (long) (number * 1e9 / rate);
            return due < time.toNanos() ? due : NEVER;
        }
    }

    /// A closed loop: each connection sends as soon as it was answered.
    record FlatOut(long most, Duration time) implements SendRate {

        @Override
        public long due(long number, long now) {
            return number < most && now < time.toNanos() ? now : NEVER;
        }

        @Override
        public double rate() {
            return 0;
        }
    }
}
