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

/// Runs the repeated work of a replica. Every replica writes its own counts; the replica that gets the lock does the
/// upkeep.
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

    /// Starts after everything else: when a wrong configuration stops the start, failures of scheduled work would hide
    /// its message.
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

    /// Writes the counts since the last second and which secrets matched, so that a restart loses neither. Only this
    /// method blocks its thread: at shutdown nobody else needs the thread, and the connections end with the process.
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
