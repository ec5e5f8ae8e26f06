package dev.onceward.bench;

import org.HdrHistogram.Histogram;

/// What came of one run.
///
/// @param asked the rate that was meant, 0 if it was as much as would go
/// @param rate the rate of the answers, between the first and the last
/// @param overrun whether it was broken off because requests waited too long to leave
/// @param latency in microseconds, from when a request was meant to leave
record LoadResult(double asked, double rate, long errors, boolean overrun, Histogram latency) {
    private static final double ENOUGH = 0.99;
    private static final double PATIENCE_MS = 250;

    /// The target kept up: the queue before it did not grow.
    boolean sustained() {
        return !overrun && errors == 0 && rate >= ENOUGH * asked && p(99) <= PATIENCE_MS;
    }

    /// A percentile in milliseconds.
    double p(double percentile) {
        return latency.getValueAtPercentile(percentile) / 1000d;
    }

    @Override
    public String toString() {
        return "%,9.0f/s of %,9.0f, p99 %.1f ms, %d errors%s"
                .formatted(rate, asked, p(99), errors, overrun ? ", broken off" : "");
    }
}
