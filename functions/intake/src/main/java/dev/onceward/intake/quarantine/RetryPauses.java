package dev.onceward.intake.quarantine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Remembers for which sources no statement is tried for a while, because the last one found no room or no database.
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
