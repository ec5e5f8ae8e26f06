package dev.onceward.intake.receive;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;

import dev.onceward.intake.source.Source;
import dev.onceward.intake.verify.LogThrottle;
import dev.onceward.internal.key.ExtractedKey.Fallback;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;

/// Counts the events whose key is the hash of their body because the sender's event id could not be read. They are
/// verified and stored, but a retry with another body is stored again, so an operator must be able to see it. At most
/// one line per source and minute is logged.
@Singleton
final class CountMissingEventIds {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MeterRegistry registry;
    private final Map<String, LogThrottle> warnings = new ConcurrentHashMap<>();

    CountMissingEventIds(MeterRegistry registry) {
        this.registry = registry;
    }

    void note(Source source, Fallback key) {
        switch (key.unread()) {
            case Missing(var what) -> note(source, "missing", "the request lacks " + what);
            case Malformed(var what) -> note(source, "malformed", what);
            default -> note(source, "none", "the key rule found no id in the request");
        }
    }

    private void note(Source source, String reason, String why) {
        Counter.builder("onceward.intake.event.id.unread")
                .description(
                        "Events whose sender's id could not be read, so that the hash of the body is their key and "
                                + "a retry with another body is stored again")
                .tags("source", source.name(), "reason", reason)
                .register(registry)
                .increment();
        warnings.computeIfAbsent(source.name(), _ -> new LogThrottle(MINUTE, System::nanoTime)).next()
                .ifPresent(times -> Log.warnf(
                        "intake could not read the event id and used the hash of the body as the key; a "
                                + "retry with another body would be stored again: source=%s reason=%s why=%s times=%d",
                        source.name(), reason, why, times));
    }
}
