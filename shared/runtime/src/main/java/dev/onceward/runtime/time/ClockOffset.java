package dev.onceward.runtime.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// How far a clock is ahead of this machine's; negative if it is behind.
///
/// @param error how far the true offset may be from the measured one
record ClockOffset(double seconds, double error) {
    static final ClockOffset THIS_MACHINE = new ClockOffset(0, 0);

    /// The server has read its clock between the question and its answer, most likely in the middle.
    ///
    /// @param asked when the question was sent, by this machine's clock
    static ClockOffset measured(Instant asked, Duration roundTrip, Instant answer) {
        var half = seconds(roundTrip) / 2;
        return new ClockOffset(seconds(Duration.between(asked, answer)) - half, half);
    }

    /// By how much two clocks differ at least. Where a slow answer hides the difference, it is zero.
    double leastDifference(ClockOffset other) {
        return Math.max(0, Math.abs(seconds - other.seconds) - error - other.error);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%+.3f s", seconds);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
