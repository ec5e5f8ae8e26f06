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

/// Counts requests that were not verified, and writes the reason to the log. The sender learns only that the request was not
/// accepted, so that an attacker learns nothing more. A person needs one line for each source, reason and minute; at DEBUG
/// each request has a line.
@Singleton
public final class RecordUnverified {
    /// What the sender is told in every case.
    public static final Problem NOT_GENUINE = new Problem(ProblemType.NOT_GENUINE,
            "The signature of this request was not accepted.");

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MeterRegistry registry;
    private final Map<String, LogThrottle> warnings = new ConcurrentHashMap<>();

    RecordUnverified(MeterRegistry registry) {
        this.registry = registry;
    }

    public void forged(Source source, RefusalReason refusalReason, String why) {
        note(source, refusalReason.word(), why);
    }

    void withoutKey(Source source, URI key) {
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
