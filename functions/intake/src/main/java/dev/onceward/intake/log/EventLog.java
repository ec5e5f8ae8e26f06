package dev.onceward.intake.log;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntConsumer;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.Batcher;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.log.Event;

/// Appends events to the log in micro-batches, and reads single events from it.
@Singleton
public final class EventLog {
    private final Batcher<NewEvent, AppendOutcome> batcher;
    private final LogStatements store;

    @Inject
    EventLog(Pool pool, LogConfig config, MeterRegistry registry) {
        this(pool, config.limits(), config.timeout(), sizes(registry)::record);
    }

    /// @param patience how long a statement may take
    public EventLog(Pool pool, BatchLimits limits, Duration patience) {
        this(pool, limits, patience, _ -> {});
    }

    private EventLog(Pool pool, BatchLimits limits, Duration patience, IntConsumer sizes) {
        this.store = new LogStatements(pool, patience);
        var append = new AppendBatch(store, sizes);
        this.batcher = new Batcher<>(limits, NewEvent::weight, append::all, new Unavailable("the queue is full"));
    }

    /// Completes when the outcome of the event is known. `Stored` and `AlreadyStored` come after the commit.
    public Uni<AppendOutcome> append(NewEvent newEvent) {
        return batcher.add(newEvent);
    }

    public Uni<Optional<Event>> find(UUID id) {
        return store.find(id);
    }

    public Uni<Optional<Event>> find(Key key) {
        return store.find(key);
    }

    /// The ids of the events whose bodies share a key, the newest first. Of more than 1,000 events only some 1,000 are
    /// read, so the first id may not be the newest of all.
    public Uni<List<UUID>> findShared(Key key) {
        return store.findShared(key);
    }

    /// How many events wait or are being appended.
    public int waiting() {
        return batcher.waiting();
    }

    private static DistributionSummary sizes(MeterRegistry registry) {
        return DistributionSummary.builder("onceward.log.batch.size")
                .description("How many events one statement carried")
                .serviceLevelObjectives(1, 4, 16, 64, 256)
                .register(registry);
    }
}
