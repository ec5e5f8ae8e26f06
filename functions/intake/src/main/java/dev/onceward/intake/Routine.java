package dev.onceward.intake;

import jakarta.inject.Singleton;

import dev.onceward.stats.Tally;
import dev.onceward.upkeep.Upkeep;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;

/// What is done again and again, by every replica: the counts are its own, upkeep is done by whoever gets the lock.
@Singleton
final class Routine {
    private final Tally tally;
    private final Upkeep upkeep;

    Routine(Tally tally, Upkeep upkeep) {
        this.tally = tally;
        this.upkeep = upkeep;
    }

    @Scheduled(every = "1s", identity = "counts", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> writeCounts() {
        return tally.write().onFailure().recoverWithNull();
    }

    @Scheduled(every = "10s", identity = "upkeep", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> keepUp() {
        return upkeep.run().replaceWithVoid();
    }
}
