package dev.onceward.intake.quarantine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Who is left alone for a while, because asking again at once would be of no use.
final class RetryPauses {
    private final LongSupplier nanos;
    private final Map<String, Long> until = new ConcurrentHashMap<>();

    RetryPauses(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void begin(String name, Duration length) {
        until.put(name, nanos.getAsLong() + length.toNanos());
    }

    void end(String name) {
        until.remove(name);
    }

    boolean isOn(String name) {
        var end = until.get(name);
        return end != null && end - nanos.getAsLong() > 0;
    }
}
