package dev.onceward.intake.count;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;

import dev.onceward.intake.source.Source;
import dev.onceward.intake.stats.SourceCounts;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.IntakeOutcome.HandshakeAnswered;
import dev.onceward.intake.store.IntakeOutcome.NewlyStored;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.runtime.problem.ProblemType;

/// Counts outcomes once, for Prometheus, for the stats and for the warning about too many duplicates.
@Singleton
public final class CountOutcomes {
    private final IntakeMetrics metrics;
    private final SourceCounts sourceCounts;
    private final Map<String, DuplicateRate> rates = new ConcurrentHashMap<>();

    CountOutcomes(IntakeMetrics metrics, SourceCounts sourceCounts) {
        this.metrics = metrics;
        this.sourceCounts = sourceCounts;
    }

    /// What is new was counted by the statement that stored it; here it counts for this process alone.
    public void note(Source source, IntakeOutcome intakeOutcome) {
        switch (intakeOutcome) {
            case NewlyStored _ -> {
                metrics.processed(source.name());
                rate(source, false);
            }
            case Duplicate(var _, var by) -> {
                metrics.duplicate(source.name(), by);
                sourceCounts.duplicate(source.name());
                rate(source, true);
            }
            case HandshakeAnswered _ -> metrics.handshakeAnswered(source.name());
            case RequestRefused(var problem) -> {
                metrics.error(source.name(), problem.type());
                sourceCounts.error(source.name());
            }
        }
    }

    /// A request for a source that is not configured. The name is a stranger's, so it is no label.
    public void unknownSource() {
        metrics.error("", ProblemType.UNKNOWN_SOURCE);
    }

    private void rate(Source source, boolean duplicate) {
        rates.computeIfAbsent(source.name(), _ -> new DuplicateRate(source.warnAboveDuplicates(), System::nanoTime))
                .tooHigh(duplicate)
                .ifPresent(rate -> warn(source, rate));
    }

    private static void warn(Source source, double rate) {
        Log.warnf("a source sends too many duplicates: source=%s hit_rate=%.1f threshold=%.1f suggestion=%s",
                source.name(), rate,
                source.warnAboveDuplicates(),
                "see whether the sender gets our answers in time, and whether the key rule tells its events apart");
    }
}
