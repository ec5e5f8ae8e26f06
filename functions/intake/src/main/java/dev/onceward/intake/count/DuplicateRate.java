package dev.onceward.intake.count;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import dev.onceward.internal.pace.AtMostEvery;

/// Detects that too many requests of a source are duplicates: either the sender does not receive the answers, or the
/// key rule is too coarse. The requests of each minute are judged once the minute is over.
final class DuplicateRate {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int ENOUGH = 100;

    private final double threshold;
    private final LongAdder all = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final AtMostEvery looking;

    DuplicateRate(double threshold, LongSupplier nanos) {
        this.threshold = threshold;
        this.looking = new AtMostEvery(MINUTE, nanos);
        looking.happensNow();
    }

    /// Counts a request. Returns the rate in percent if a minute is over and its rate is above the threshold.
    OptionalDouble tooHigh(boolean duplicate) {
        all.increment();
        if (duplicate) {
            duplicates.increment();
        }
        return looking.tryNow()
                ? look(all.sumThenReset(), duplicates.sumThenReset())
                : OptionalDouble.empty();
    }

    private OptionalDouble look(long seen, long again) {
        var rate = 100d * again / seen;
        return seen >= ENOUGH && rate > threshold ? OptionalDouble.of(rate) : OptionalDouble.empty();
    }
}
