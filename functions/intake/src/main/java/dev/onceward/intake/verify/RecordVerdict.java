package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.source.Source;

/// Counts verdicts. Why a request was refused is for the log only: its sender learns that it failed, an attacker nothing
/// more. One line a source, reason and minute is enough for a person to see; each has its own at DEBUG.
@Singleton
public final class RecordVerdict {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MeterRegistry registry;
    private final CountSecretUse use;
    private final Map<String, LogThrottle> warnings = new ConcurrentHashMap<>();

    RecordVerdict(MeterRegistry registry, CountSecretUse use) {
        this.registry = registry;
        this.use = use;
    }

    void genuine(Source source, @Nullable String secret) {
        if (secret != null) {
            use.matched(source.name(), secret);
        }
    }

    public void forged(Source source, RefusalReason refusalReason, String why) {
        note(source, refusalReason.word(), why);
    }

    void wanting(Source source, URI key) {
        note(source, "no-key", "the sender's key is not to be had from " + key.getHost());
    }

    private void note(Source source, String refusalReason, String why) {
        Counter.builder("onceward.intake.forged")
                .description("Requests that were not genuine, by the step at which they failed")
                .tags("source", source.name(), "reason", refusalReason)
                .register(registry)
                .increment();
        Log.debugf("a request was not genuine: source=%s reason=%s why=%s", source.name(), refusalReason, why);
        warnings.computeIfAbsent(source.name() + " " + refusalReason, _ -> new LogThrottle(MINUTE, System::nanoTime))
                .next()
                .ifPresent(times -> Log.warnf("a request was not genuine: source=%s reason=%s why=%s times=%d",
                        source.name(),
                        refusalReason, why, times));
    }
}
