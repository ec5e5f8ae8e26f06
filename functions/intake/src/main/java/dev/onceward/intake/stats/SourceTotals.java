package dev.onceward.intake.stats;

/// The totals of a source since its first event.
public record SourceTotals(long processed, long duplicates, long errors) {

    /// The share of duplicates among all accepted requests, in percent with two decimals.
    public double hitRate() {
        var all = processed + duplicates;
        return all == 0 ? 0 : Math.round(10_000d * duplicates / all) / 100d;
    }
}
