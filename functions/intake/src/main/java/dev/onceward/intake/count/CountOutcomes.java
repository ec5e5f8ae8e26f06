package dev.onceward.intake.count;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;

import dev.onceward.intake.source.Source;
import dev.onceward.intake.stats.SourceCounts;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.IntakeOutcome.FoundBy;
import dev.onceward.intake.store.IntakeOutcome.HandshakeAnswered;
import dev.onceward.intake.store.IntakeOutcome.NewlyStored;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.runtime.problem.ProblemType;

/// Counts each outcome once, for Prometheus, for `/stats` and for the warning about too many duplicates. The labels are
/// bounded: the configured sources and the list of problems.
@Singleton
public final class CountOutcomes {
    private final MeterRegistry registry;
    private final SourceCounts sourceCounts;
    private final Map<String, SourceMeters> sources = new ConcurrentHashMap<>();

    CountOutcomes(MeterRegistry registry, SourceCounts sourceCounts) {
        this.registry = registry;
        this.sourceCounts = sourceCounts;
    }

    /// The statement that stores a new event also counts it for `/stats`, so here it is counted for Prometheus only.
    public void note(Source source, IntakeOutcome intakeOutcome) {
        switch (intakeOutcome) {
            case NewlyStored _ -> {
                of(source).processed.increment();
                rate(source, false);
            }
            case Duplicate(var _, var by) -> {
                of(source).found(by).increment();
                sourceCounts.duplicate(source.name());
                rate(source, true);
            }
            case HandshakeAnswered _ -> counter("onceward.intake.handshakes",
                    "Handshakes of senders that were answered", "source", source.name()).increment();
            case RequestRefused(var problem) -> {
                error(source.name(), problem.type());
                sourceCounts.error(source.name());
            }
        }
    }

    /// Counts a request to a source that is not configured. Strangers choose that name, so it is not used as a label.
    public void unknownSource() {
        error("", ProblemType.UNKNOWN_SOURCE);
    }

    private void error(String source, ProblemType type) {
        counter("onceward.intake.errors", "Requests and events that were refused or could not be stored, by problem",
                "source", source, "problem", type.word()).increment();
    }

    private void rate(Source source, boolean duplicate) {
        of(source).rate.tooHigh(duplicate).ifPresent(rate -> warn(source, rate));
    }

    private static void warn(Source source, double rate) {
        Log.warnf("a source sends too many duplicates: source=%s hit_rate=%.1f threshold=%.1f suggestion=%s",
                source.name(), rate, source.warnAboveDuplicates(),
                "check whether the sender gets intake's answers in time, and whether the key rule tells its events apart");
    }

    private SourceMeters of(Source source) {
        return sources.computeIfAbsent(source.name(), name -> new SourceMeters(
                counter("onceward.intake.processed", "New events that were stored", "source", name),
                duplicates(name, "redis"), duplicates(name, "postgres"),
                new DuplicateRate(source.warnAboveDuplicates(), System::nanoTime)));
    }

    private Counter duplicates(String source, String by) {
        return counter("onceward.intake.duplicates", "Events that were stored before, by the store that knew them",
                "source",
                source, "by", by);
    }

    private Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private record SourceMeters(Counter processed, Counter byRedis, Counter byPostgres, DuplicateRate rate) {

        Counter found(FoundBy by) {
            return switch (by) {
                case REDIS -> byRedis;
                case POSTGRES -> byPostgres;
            };
        }
    }
}
