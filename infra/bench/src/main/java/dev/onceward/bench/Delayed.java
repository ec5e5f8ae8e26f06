package dev.onceward.bench;

import org.HdrHistogram.Histogram;

/// How long events took.
///
/// @param delay in microseconds
/// @param lost how many did not arrive
record Delayed(Histogram delay, long lost) {

    /// A percentile in milliseconds.
    double p(double percentile) {
        return delay.getValueAtPercentile(percentile) / 1000d;
    }

    @Override
    public String toString() {
        return "p50 %.1f ms, p99 %.1f ms, most %.1f ms, %d lost".formatted(p(50), p(99), p(100), lost);
    }
}
