package dev.onceward.intake;

import java.time.Duration;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.stats.SourceCounts;
import dev.onceward.intake.verify.ReportOldSecrets;
import dev.onceward.runtime.upkeep.Upkeep;

/// What is done again and again, by every replica: the counts are its own, upkeep is done by whoever gets the lock.
@Singleton
final class IntakeSchedule {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LAST = Integer.MAX_VALUE;

    private final SourceCounts sourceCounts;
    private final Upkeep upkeep;
    private final ReportOldSecrets secrets;
    private final Scheduler scheduler;
    private volatile Uni<Void> writing = Uni.createFrom().voidItem();

    IntakeSchedule(SourceCounts sourceCounts, Upkeep upkeep, ReportOldSecrets secrets, Scheduler scheduler) {
        this.sourceCounts = sourceCounts;
        this.upkeep = upkeep;
        this.secrets = secrets;
        this.scheduler = scheduler;
    }

    /// Not before the start is over: one that a wrong configuration stops would be drowned out by what fails with it.
    void begin(@Observes @Priority(LAST) StartupEvent start) {
        scheduler.resume();
    }

    @Scheduled(every = "1s", identity = "counts", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> writeCounts() {
        writing = sourceCounts.write().onFailure().recoverWithNull().memoize().indefinitely();
        return writing;
    }

    @Scheduled(every = "10s", identity = "upkeep", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> keepUp() {
        return upkeep.run().replaceWithVoid();
    }

    /// Writes what was counted since the last second, after what is being written, so that a restart loses no count; and
    /// which secrets matched. The one place that waits: nobody waits for this thread any more, and the connections end with it.
    void writeLastCounts(@Observes ShutdownEvent end) {
        scheduler.pause();
        writing.onItem().transformToUni(_ -> sourceCounts.write())
                .onItem().transformToUni(_ -> secrets.write())
                .ifNoItem().after(PATIENCE).fail()
                .onFailure()
                .invoke(failure -> Log.warnf("intake could not write the last counts: cause=%s", failure.toString()))
                .onFailure().recoverWithNull()
                .await().indefinitely();
    }
}
