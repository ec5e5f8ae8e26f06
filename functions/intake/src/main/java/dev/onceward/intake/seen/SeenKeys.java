package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.redis.DatabaseIdentity;
import dev.onceward.intake.redis.RedisAvailability;
import dev.onceward.intake.redis.RedisKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.intake.seen.SeenCommands.Remembered;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.batch.BatchLimits;
import dev.onceward.runtime.batch.Batcher;

/// Looks keys up in Redis and remembers them there. It never fails: without Redis every key is unknown and none is
/// remembered, and the log decides alone.
@Singleton
public final class SeenKeys {
    private static final int WAITING = 100_000;

    private final SeenCommands redis;
    private final DatabaseIdentity database;
    private final SeenConfig config;
    private final RedisAvailability redisAvailability;
    private final SeenMetrics metrics;
    private final Batcher<Key, LookupResult> looks;
    private final Batcher<Remembered, Boolean> memories;

    SeenKeys(SeenCommands redis, DatabaseIdentity database, SeenConfig config, MeterRegistry registry) {
        this.redis = redis;
        this.database = database;
        this.config = config.checked();
        this.redisAvailability = new RedisAvailability(config.pause());
        this.metrics = new SeenMetrics(registry, this::isDegraded);
        var limits = new BatchLimits(config.batchItems(), Long.MAX_VALUE, WAITING, Long.MAX_VALUE);
        this.looks = new Batcher<>(limits, _ -> 0, this::lookAll, UnknownKey.anywhere());
        this.memories = new Batcher<>(limits, _ -> 0, this::rememberAll, false);
    }

    public Uni<LookupResult> look(Key key) {
        return metrics.timed(looks.add(key));
    }

    /// Remembers a key that the log has committed. The caller need not wait for the result, because the log answers
    /// until Redis has the key. The key is remembered for the database that was there before the event was appended. If
    /// another database has taken its place since, that one may lack the event, so its keys must not include this one.
    ///
    /// @param before the result of the lookup before the event was appended
    /// @return whether Redis stored the key
    public Uni<Boolean> remember(UnknownKey before, RememberedKey rememberedKey) {
        return before.database().isPresent()
                ? memories.send(new Remembered(before.database().get(), rememberedKey))
                : Uni.createFrom().item(false);
    }

    /// How long Redis will still remember a key, for log messages; zero if Redis does not answer.
    public Uni<Duration> remaining(Key key) {
        return database.current()
                .onItem().transformToUni(found -> found.isPresent()
                        ? redis.remaining(new RedisKey(found.get(), key))
                        : Uni.createFrom().item(Duration.ZERO))
                .ifNoItem().after(config.timeout()).fail()
                .onFailure().recoverWithItem(Duration.ZERO);
    }

    /// Whether Redis answers. This asks even after a failure, so that the return of Redis is noticed without traffic.
    public Uni<Boolean> isThere() {
        return watched(redis.ping(), metrics.looks())
                .map(_ -> true)
                .onFailure().recoverWithItem(false);
    }

    /// Whether the last command to Redis failed, or Redis must not be used because the database's identity is unknown.
    boolean isDegraded() {
        return redisAvailability.isAway() || database.isUnknown();
    }

    private Uni<List<LookupResult>> lookAll(List<Key> keys) {
        return database.current().onItem().transformToUni(found -> lookAll(keys, found));
    }

    private Uni<List<LookupResult>> lookAll(List<Key> keys, Optional<String> found) {
        return found.isPresent()
                ? ask(keys.size(), () -> redis.look(keys.stream().map(key -> new RedisKey(found.get(), key)).toList()),
                        new UnknownKey(found), metrics.looks())
                : Uni.createFrom().item(Collections.nCopies(keys.size(), UnknownKey.anywhere()));
    }

    private Uni<List<Boolean>> rememberAll(List<Remembered> memories) {
        return ask(memories.size(), () -> redis.remember(memories, this::ttl), false, metrics.memories());
    }

    private long ttl(RememberedKey rememberedKey) {
        return Math.clamp(rememberedKey.kept().toMillis(), 1, config.ttl().toMillis());
    }

    /// Turns a failure into the result that nothing is known.
    private <O> Uni<List<O>> ask(int size, Supplier<Uni<List<O>>> ask, O nothing, Counter failures) {
        if (!redisAvailability.isToBeAsked()) {
            return Uni.createFrom().item(Collections.nCopies(size, nothing));
        }
        return watched(ask.get(), failures).onFailure().recoverWithItem(_ -> Collections.nCopies(size, nothing));
    }

    private <T> Uni<T> watched(Uni<T> answer, Counter failures) {
        return answer
                .ifNoItem().after(config.timeout()).fail()
                .onItem().invoke(redisAvailability::answered)
                .onFailure().invoke(failure -> failed(failure, failures));
    }

    private void failed(Throwable failure, Counter failures) {
        redisAvailability.failed(failure);
        failures.increment();
    }
}
