package dev.onceward.intake.quarantine;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;

/// Drops what was kept long enough, also of sources that nobody sends to any more.
@Singleton
final class ForgetOld {
    private final QuarantineStore store;

    ForgetOld(QuarantineStore store) {
        this.store = store;
    }

    @Scheduled(every = "10s", identity = "quarantine", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> forget() {
        return store.purge()
                .onFailure()
                .invoke(failure -> Log.warnf("old requests stay in quarantine until the next time: cause=%s",
                        failure.toString()))
                .onFailure().recoverWithItem(0)
                .replaceWithVoid();
    }
}
