package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Vertx;

import dev.onceward.intake.redis.RedisAvailability;
import dev.onceward.intake.redis.RedisKey;
import dev.onceward.intake.seen.LookupResult.KnownKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.intake.seen.SeenCommands.KeyToRemember;
import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.internal.batch.Batcher;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.postgres.DatabaseIdentity;
import dev.onceward.internal.redis.RecentDuplicates;

/// Looks keys up in Redis and remembers them there. It never fails: without Redis every key is unknown and none is
/// remembered, and the log decides alone.
@Singleton
public final class SeenKeys {
    private static final int WAITING = 100_000;
    /// While Redis answers one command, the next is on its way.
    private static final ParallelFlushes FLUSHES = new ParallelFlushes(2, 8);
    /// Nobody waits until a key is remembered. One command for the keys of five milliseconds is cheaper than many.
    private static final long REMEMBER_EVERY_MILLIS = 5;
    /// How much earlier Redis forgets a key than the log. The log counts from the beginning of its statement, and Redis
    /// from the end of several, each of which may have taken seconds.
    private static final Duration EARLIER = Duration.ofMinutes(1);

    private final SeenCommands redis;
    private final DatabaseIdentity database;
    private final SeenConfig config;
    private final RedisAvailability redisAvailability;
    private final SeenMetrics metrics;
    private final Map<String, RecentDuplicates> sources = new ConcurrentHashMap<>();
    private final Batcher<Key, LookupResult> lookups;
    private final Batcher<KeyToRemember, Boolean> keysToRemember;

    SeenKeys(SeenCommands redis, DatabaseIdentity database, SeenConfig config, MeterRegistry registry, Vertx vertx) {
        this.redis = redis;
        this.database = database;
        this.config = config.checked();
        this.redisAvailability = new RedisAvailability(config.pause());
        this.metrics = new SeenMetrics(registry, this::isDegraded);
        this.lookups = new Batcher<>(limits(FLUSHES), _ -> 0, this::lookAll, UnknownKey.anywhere());
        this.keysToRemember = Batcher.withPauses(limits(ParallelFlushes.ONE), _ -> 0, this::rememberAll, false,
                start -> vertx.setTimer(REMEMBER_EVERY_MILLIS, _ -> start.run()));
    }

    private BatchLimits limits(ParallelFlushes flushes) {
        return new BatchLimits(config.batchItems(), Long.MAX_VALUE, flushes, WAITING, Long.MAX_VALUE);
    }

    /// Looks a key up. The answer is that it is unknown, without asking Redis, while few events of its source are
    /// duplicates. A Redis that failed is asked all the same, so that its return is noticed.
    public Uni<LookupResult> look(Key key) {
        if (duplicates(key).areEnough() || redisAvailability.isAway()) {
            return metrics.timed(lookups.add(key)).invoke(found -> count(key, found));
        }
        metrics.skipped().increment();
        return database.current().map(UnknownKey::new);
    }

    private void count(Key key, LookupResult found) {
        if (found instanceof KnownKey) {
            duplicates(key).countDuplicate();
        }
    }

    private RecentDuplicates duplicates(Key key) {
        return sources.computeIfAbsent(key.scope(), _ -> new RecentDuplicates(config.minDuplicates()));
    }

    /// Remembers the key of an event that was just appended, unless few events of its source are duplicates.
    ///
    /// @param before the result of the lookup before the event was appended
    /// @return whether Redis stored the key
    public Uni<Boolean> rememberNew(UnknownKey before, RememberedKey rememberedKey) {
        var duplicates = duplicates(rememberedKey.key());
        duplicates.countNew();
        return duplicates.areEnough() ? remember(before, rememberedKey) : Uni.createFrom().item(false);
    }

    /// Remembers a key of which the log found a duplicate, because more of them may follow.
    ///
    /// @param before the result of the lookup before
    /// @return whether Redis stored the key
    public Uni<Boolean> rememberDuplicate(UnknownKey before, RememberedKey rememberedKey) {
        duplicates(rememberedKey.key()).countDuplicate();
        return remember(before, rememberedKey);
    }

    /// Remembers a key that the log has committed. The caller need not wait for the result, because the log answers
    /// until Redis has the key. The key is remembered for the database that was there before the event was appended. If
    /// another database has taken its place since, that one may lack the event, so its keys must not include this one.
    private Uni<Boolean> remember(UnknownKey before, RememberedKey rememberedKey) {
        return before.database().isPresent() && rememberedKey.kept().compareTo(EARLIER) > 0
                ? UniHelper.toUni(keysToRemember.send(KeyToRemember.of(before.database().get(), rememberedKey)))
                : Uni.createFrom().item(false);
    }

    /// How long Redis will still remember a key, for log messages; zero if Redis does not answer.
    public Uni<Duration> remaining(Key key) {
        return database.current()
                .onItem().transformToUni(found -> found.isPresent()
                        ? redis.remaining(RedisKey.of(found.get(), key))
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
                ? ask(keys.size(), () -> redis.look(keys.stream().map(key -> RedisKey.of(found.get(), key)).toList()),
                        new UnknownKey(found), metrics.looks())
                : Uni.createFrom().item(Collections.nCopies(keys.size(), UnknownKey.anywhere()));
    }

    private Uni<List<Boolean>> rememberAll(List<KeyToRemember> keysToRemember) {
        return ask(keysToRemember.size(), () -> redis.remember(keysToRemember, this::ttl, config.ttl().toMillis()),
                false,
                metrics.memories());
    }

    private long ttl(KeyToRemember remembered) {
        var left = remembered.key().kept().minus(EARLIER).minusNanos(System.nanoTime() - remembered.since());
        return Math.clamp(left.toMillis(), 0, config.ttl().toMillis());
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
