package dev.onceward.intake.quarantine;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;

import dev.onceward.internal.pace.RepeatedFailures;

/// Deletes the requests whose retention in quarantine is over, also those of sources that are no longer configured.
@Singleton
final class PurgeQuarantine {
    private final QuarantineStatements store;
    private final RepeatedFailures streak = new RepeatedFailures();

    PurgeQuarantine(QuarantineStatements store) {
        this.store = store;
    }

    @Scheduled(every = "10s", identity = "quarantine", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> forget() {
        return store.purge()
                .onItem().invoke(this::succeeded)
                .onFailure().invoke(this::left)
                .onFailure().recoverWithItem(0)
                .replaceWithVoid();
    }

    private void left(Throwable failure) {
        if (streak.failed()) {
            Log.warnf("intake could not purge the quarantine and tries again later: cause=%s", failure.toString());
        }
    }

    private void succeeded() {
        if (streak.succeeded()) {
            Log.info("intake purges the quarantine again");
        }
    }
}
