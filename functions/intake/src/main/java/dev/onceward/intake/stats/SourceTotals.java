package dev.onceward.intake.stats;

/// What a source came to, since the beginning.
public record SourceTotals(long processed, long duplicates, long errors) {

    /// Duplicates among all that was right, in percent with two decimals.
    public double hitRate() {
        var all = processed + duplicates;
        return all == 0 ? 0 : Math.round(10_000d * duplicates / all) / 100d;
    }
}
