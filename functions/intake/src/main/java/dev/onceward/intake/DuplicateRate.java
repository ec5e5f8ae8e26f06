package dev.onceward.intake;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.quarkus.logging.Log;

/// Warns when too many of a source's requests are duplicates: a sender that does not see our answers, or a key rule that
/// is too coarse. Looks once a minute at what came in that minute.
final class DuplicateRate {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int ENOUGH = 100;

    private final String source;
    private final double threshold;
    private final LongAdder all = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final AtomicLong since = new AtomicLong(System.nanoTime());

    DuplicateRate(String source, double threshold) {
        this.source = source;
        this.threshold = threshold;
    }

    void add(boolean duplicate) {
        all.increment();
        if (duplicate) {
            duplicates.increment();
        }
        var now = System.nanoTime();
        var start = since.get();
        if (now - start > MINUTE && since.compareAndSet(start, now)) {
            look(all.sumThenReset(), duplicates.sumThenReset());
        }
    }

    private void look(long seen, long again) {
        var rate = 100d * again / seen;
        if (seen >= ENOUGH && rate > threshold) {
            Log.warnf("high duplicate rate: source=%s hit_rate=%.1f threshold=%.1f suggestion=%s", source, rate, threshold,
                    "see whether the sender gets our answers in time, and whether the key rule tells its events apart");
        }
    }
}
