package dev.onceward.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;

import dev.onceward.intake.Outcome.Again;
import dev.onceward.intake.Outcome.Greeted;
import dev.onceward.intake.Outcome.New;
import dev.onceward.intake.Outcome.Refused;
import dev.onceward.intake.source.Source;
import dev.onceward.problem.ProblemType;
import dev.onceward.stats.Tally;

/// Counts outcomes once, for Prometheus, for the stats and for the warning about too many duplicates.
@Singleton
final class Ledger {
    private final IntakeMetrics metrics;
    private final Tally tally;
    private final Map<String, DuplicateRate> rates = new ConcurrentHashMap<>();

    Ledger(IntakeMetrics metrics, Tally tally) {
        this.metrics = metrics;
        this.tally = tally;
    }

    /// What is new was counted by the statement that stored it; here it counts for this process alone.
    void note(Source source, Outcome outcome) {
        switch (outcome) {
            case New _ -> {
                metrics.processed(source.name());
                rate(source, false);
            }
            case Again(var _, var by) -> {
                metrics.duplicate(source.name(), by);
                tally.duplicate(source.name());
                rate(source, true);
            }
            case Greeted _ -> metrics.greeted(source.name());
            case Refused(var problem) -> {
                metrics.error(source.name(), problem.type());
                tally.error(source.name());
            }
        }
    }

    /// A request for a source that is not configured. The name is a stranger's, so it is no label.
    void unknownSource() {
        metrics.error("", ProblemType.UNKNOWN_SOURCE);
    }

    private void rate(Source source, boolean duplicate) {
        rates.computeIfAbsent(source.name(), _ -> new DuplicateRate(source.warnAboveDuplicates(), System::nanoTime))
                .tooHigh(duplicate)
                .ifPresent(rate -> warn(source, rate));
    }

    private static void warn(Source source, double rate) {
        Log.warnf("high duplicate rate: source=%s hit_rate=%.1f threshold=%.1f suggestion=%s", source.name(), rate,
                source.warnAboveDuplicates(),
                "see whether the sender gets our answers in time, and whether the key rule tells its events apart");
    }
}
