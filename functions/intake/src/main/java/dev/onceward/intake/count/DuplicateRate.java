package dev.onceward.intake.count;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import dev.onceward.internal.pace.AtMostEvery;

/// Says when too many requests of a source are duplicates: the sender does not get the answers, or the key rule is too
/// coarse. It looks at the requests of each minute, once when the minute is over.
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

    /// The rate in percent, once a minute and only if it is above the threshold.
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
