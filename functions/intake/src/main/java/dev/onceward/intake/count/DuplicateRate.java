package dev.onceward.intake.count;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// Says when too many requests of a source are duplicates: the sender does not get the answers, or the key rule is too
/// coarse. It looks at the requests of each minute, once when the minute is over.
final class DuplicateRate {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int ENOUGH = 100;

    private final double threshold;
    private final LongSupplier nanos;
    private final LongAdder all = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final AtomicLong since;

    DuplicateRate(double threshold, LongSupplier nanos) {
        this.threshold = threshold;
        this.nanos = nanos;
        this.since = new AtomicLong(nanos.getAsLong());
    }

    /// The rate in percent, once a minute and only if it is above the threshold.
    OptionalDouble tooHigh(boolean duplicate) {
        all.increment();
        if (duplicate) {
            duplicates.increment();
        }
        var now = nanos.getAsLong();
        var start = since.get();
        return now - start > MINUTE && since.compareAndSet(start, now)
                ? look(all.sumThenReset(), duplicates.sumThenReset())
                : OptionalDouble.empty();
    }

    private OptionalDouble look(long seen, long again) {
        var rate = 100d * again / seen;
        return seen >= ENOUGH && rate > threshold ? OptionalDouble.of(rate) : OptionalDouble.empty();
    }
}
