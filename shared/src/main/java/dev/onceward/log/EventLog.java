package dev.onceward.log;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.batch.BatchLimits;
import dev.onceward.batch.Batcher;
import dev.onceward.key.Key;
import dev.onceward.log.Appended.Unavailable;

/// The gate to the log: appends in micro-batches, reads one at a time.
@Singleton
public final class EventLog {
    private final Batcher<Entry, Appended> batcher;
    private final EventStore store;

    @Inject
    EventLog(Pool pool, LogConfig config) {
        this(pool, config.limits(), config.timeout());
    }

    /// @param patience how long a statement may take
    public EventLog(Pool pool, BatchLimits limits, Duration patience) {
        this.store = new EventStore(pool, patience);
        this.batcher = new Batcher<>(limits, Entry::weight, new Append(store)::all,
                new Unavailable("the queue is full"));
    }

    /// Ends when the entry's fate is known; `Stored` and `Known` are said after the commit.
    public Uni<Appended> append(Entry entry) {
        return batcher.add(entry);
    }

    public Uni<Optional<Event>> find(UUID id) {
        return store.find(id);
    }

    public Uni<Optional<Event>> find(Key key) {
        return store.find(key);
    }

    /// How many entries wait or are under way.
    public int waiting() {
        return batcher.waiting();
    }
}
