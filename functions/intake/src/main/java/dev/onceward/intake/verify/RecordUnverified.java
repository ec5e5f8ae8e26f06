package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.source.Source;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Counts and logs the requests that failed verification. The sender learns only that the request was not accepted, so
/// that an attacker learns nothing more. At most one line per source, reason and minute is logged; at DEBUG each
/// request has a line.
@Singleton
public final class RecordUnverified {
    /// The answer to every sender whose request failed verification.
    public static final Problem VERIFICATION_FAILED = new Problem(ProblemType.VERIFICATION_FAILED,
            "The signature of this request was not accepted.");

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MeterRegistry registry;
    private final Map<String, LogThrottle> warnings = new ConcurrentHashMap<>();

    RecordUnverified(MeterRegistry registry) {
        this.registry = registry;
    }

    public void failed(Source source, RefusalReason refusalReason, String why) {
        note(source, refusalReason.word(), why);
    }

    void withoutKey(Source source, URI key) {
        note(source, "no-key", "the sender's key could not be fetched from " + key.getHost());
    }

    private void note(Source source, String refusalReason, String why) {
        Counter.builder("onceward.intake.unverified")
                .description("Requests that failed verification, by reason")
                .tags("source", source.name(), "reason", refusalReason)
                .register(registry)
                .increment();
        Log.debugf("a request failed verification: source=%s reason=%s why=%s", source.name(), refusalReason, why);
        warnings.computeIfAbsent(source.name() + " " + refusalReason, _ -> new LogThrottle(MINUTE, System::nanoTime))
                .next()
                .ifPresent(times -> Log.warnf("a request failed verification: source=%s reason=%s why=%s times=%d",
                        source.name(),
                        refusalReason, why, times));
    }
}
