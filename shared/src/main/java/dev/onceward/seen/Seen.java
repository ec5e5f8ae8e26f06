package dev.onceward.seen;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;

import dev.onceward.batch.BatchLimits;
import dev.onceward.batch.Batcher;
import dev.onceward.key.Key;
import dev.onceward.seen.SeenCommands.Remembered;
import dev.onceward.seen.Sighting.Unknown;

/// The gate to Redis. It never fails: without Redis everything is unknown and nothing is remembered, and the log is
/// asked instead.
@Singleton
public final class Seen {
    private static final int WAITING = 100_000;

    private final SeenCommands redis;
    private final DatabaseIdentity database;
    private final SeenConfig config;
    private final Presence presence;
    private final SeenMetrics metrics;
    private final Batcher<Key, Sighting> looks;
    private final Batcher<Remembered, Boolean> memories;

    Seen(SeenCommands redis, DatabaseIdentity database, SeenConfig config, MeterRegistry registry) {
        this.redis = redis;
        this.database = database;
        this.config = config.checked();
        this.presence = new Presence(config.pause());
        this.metrics = new SeenMetrics(registry, this::isDegraded);
        var limits = new BatchLimits(config.batchItems(), Long.MAX_VALUE, WAITING, Long.MAX_VALUE);
        this.looks = new Batcher<>(limits, _ -> 0, this::lookAll, Unknown.anywhere());
        this.memories = new Batcher<>(limits, _ -> 0, this::rememberAll, false);
    }

    public Uni<Sighting> look(Key key) {
        return metrics.timed(looks.add(key));
    }

    /// Only ever what the log has committed. It is on its way when this returns, and nobody has to wait for it: until
    /// Redis has it, the log answers.
    /// It is remembered for the database that was there before the log was asked. If another one has taken its place since,
    /// it may lack the event, and nobody must find it there.
    ///
    /// @param before what a look said before the log was asked
    /// @return whether Redis took it
    public Uni<Boolean> remember(Unknown before, Memory memory) {
        return before.database().isPresent()
                ? memories.send(new Remembered(before.database().get(), memory))
                : Uni.createFrom().item(false);
    }

    /// How long Redis will still remember a key; for whoever reads logs, so nothing if it does not say.
    public Uni<Duration> remaining(Key key) {
        return database.current()
                .onItem().transformToUni(found -> found.isPresent()
                        ? redis.remaining(new RedisKey(found.get(), key))
                        : Uni.createFrom().item(Duration.ZERO))
                .ifNoItem().after(config.timeout()).fail()
                .onFailure().recoverWithItem(Duration.ZERO);
    }

    /// Whether Redis answers. Asked even while it is left alone, so that its return is noticed without traffic.
    public Uni<Boolean> isThere() {
        return watched(redis.ping(), metrics.looks())
                .map(_ -> true)
                .onFailure().recoverWithItem(false);
    }

    /// Whether Redis failed when it was last asked, or may not be asked.
    boolean isDegraded() {
        return presence.isAway() || database.isUnknown();
    }

    private Uni<List<Sighting>> lookAll(List<Key> keys) {
        return database.current().onItem().transformToUni(found -> lookAll(keys, found));
    }

    private Uni<List<Sighting>> lookAll(List<Key> keys, Optional<String> found) {
        return found.isPresent()
                ? ask(keys.size(), () -> redis.look(keys.stream().map(key -> new RedisKey(found.get(), key)).toList()),
                        new Unknown(found), metrics.looks())
                : Uni.createFrom().item(Collections.nCopies(keys.size(), Unknown.anywhere()));
    }

    private Uni<List<Boolean>> rememberAll(List<Remembered> memories) {
        return ask(memories.size(), () -> redis.remember(memories, this::ttl), false, metrics.memories());
    }

    private long ttl(Memory memory) {
        return Math.clamp(memory.kept().toMillis(), 1, config.ttl().toMillis());
    }

    /// A failure is an answer too: the one for whoever knows nothing.
    private <O> Uni<List<O>> ask(int size, Supplier<Uni<List<O>>> ask, O nothing, Counter failures) {
        if (!presence.isWorthAsking()) {
            return Uni.createFrom().item(Collections.nCopies(size, nothing));
        }
        return watched(ask.get(), failures).onFailure().recoverWithItem(_ -> Collections.nCopies(size, nothing));
    }

    private <T> Uni<T> watched(Uni<T> answer, Counter failures) {
        return answer
                .ifNoItem().after(config.timeout()).fail()
                .onItem().invoke(presence::answered)
                .onFailure().invoke(failure -> failed(failure, failures));
    }

    private void failed(Throwable failure, Counter failures) {
        presence.failed(failure);
        failures.increment();
    }
}
