package dev.onceward.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import dev.onceward.intake.Outcome.Again;
import dev.onceward.intake.Outcome.New;
import dev.onceward.intake.Outcome.Refused;
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
                rate(source).add(false);
            }
            case Again(var _, var by) -> {
                metrics.duplicate(source.name(), by);
                tally.duplicate(source.name());
                rate(source).add(true);
            }
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

    private DuplicateRate rate(Source source) {
        return rates.computeIfAbsent(source.name(), name -> new DuplicateRate(name, source.warnAboveDuplicates()));
    }
}
