package dev.onceward.seen;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.redis.client.Response;

import dev.onceward.batch.BatchLimits;
import dev.onceward.batch.Batcher;
import dev.onceward.key.Key;
import dev.onceward.seen.Sighting.Unknown;

/// The gate to Redis. It never fails: without Redis everything is unknown and nothing is remembered, and the log is
/// asked instead.
@Singleton
public final class Seen {
    private static final String REMEMBER = Script.named("remember");
    private static final int WAITING = 100_000;

    private final Redis redis;
    private final SeenConfig config;
    private final Presence presence;
    private final SeenMetrics metrics;
    private final Batcher<Key, Sighting> looks;
    private final Batcher<Memory, Boolean> memories;

    Seen(Redis redis, SeenConfig config, MeterRegistry registry) {
        this.redis = redis;
        this.config = config.checked();
        this.presence = new Presence(config.pause());
        this.metrics = new SeenMetrics(registry, this::isDegraded);
        var limits = new BatchLimits(config.batchItems(), Long.MAX_VALUE, WAITING, Long.MAX_VALUE);
        this.looks = new Batcher<>(limits, _ -> 0, this::lookAll, new Unknown());
        this.memories = new Batcher<>(limits, _ -> 0, this::rememberAll, false);
    }

    public Uni<Sighting> look(Key key) {
        return metrics.timed(looks.add(key));
    }

    /// Only ever what the log has committed. It is on its way when this returns, and nobody has to wait for it: until
    /// Redis has it, the log answers.
    ///
    /// @return whether Redis took it
    public Uni<Boolean> remember(Memory memory) {
        return memories.send(memory);
    }

    /// How long Redis will still remember a key; for whoever reads logs, so nothing if it does not say.
    public Uni<Duration> remaining(Key key) {
        return redis.send(Request.cmd(Command.PTTL).arg(RedisKeys.seen(key)))
                .ifNoItem().after(config.timeout()).fail()
                .map(answer -> Duration.ofMillis(Math.max(0, answer.toLong())))
                .onFailure().recoverWithItem(Duration.ZERO);
    }

    /// Whether Redis answers. Asked even while it is left alone, so that its return is noticed without traffic.
    public Uni<Boolean> isThere() {
        return watched(redis.send(Request.cmd(Command.PING)), metrics.looks())
                .map(_ -> true)
                .onFailure().recoverWithItem(false);
    }

    /// Whether Redis failed when it was last asked.
    boolean isDegraded() {
        return presence.isAway();
    }

    private Uni<List<Sighting>> lookAll(List<Key> keys) {
        return byScope(keys, Key::scope, this::get, new Unknown(), metrics.looks());
    }

    private Uni<List<Boolean>> rememberAll(List<Memory> memories) {
        return byScope(memories, memory -> memory.key().scope(), this::set, false, metrics.memories());
    }

    private Uni<List<Sighting>> get(List<Key> keys) {
        var get = Request.cmd(Command.MGET);
        keys.forEach(key -> get.arg(RedisKeys.seen(key)));
        return redis.send(get).map(Seen::sightings);
    }

    private static List<Sighting> sightings(Response values) {
        var sightings = new ArrayList<Sighting>(values.size());
        for (var i = 0; i < values.size(); i++) {
            var value = values.get(i);
            sightings.add(Memory.read(value == null ? null : value.toString()));
        }
        return sightings;
    }

    private Uni<List<Boolean>> set(List<Memory> memories) {
        var eval = Request.cmd(Command.EVAL).arg(REMEMBER).arg(memories.size());
        memories.forEach(memory -> eval.arg(RedisKeys.seen(memory.key())));
        memories.forEach(memory -> eval.arg(memory.value()).arg(ttl(memory)));
        return redis.send(eval).map(_ -> Collections.nCopies(memories.size(), true));
    }

    private long ttl(Memory memory) {
        return Math.clamp(memory.kept().toMillis(), 1, config.ttl().toMillis());
    }

    /// One command a scope. A failure is an answer too: the one for whoever knows nothing.
    private <I, O> Uni<List<O>> byScope(List<I> items, Function<I, String> scope, Function<List<I>, Uni<List<O>>> ask,
            O nothing, Counter failures) {
        if (!presence.isWorthAsking()) {
            return Uni.createFrom().item(Collections.nCopies(items.size(), nothing));
        }
        return watched(Scoped.ask(items, scope, ask), failures)
                .onFailure().recoverWithItem(_ -> Collections.nCopies(items.size(), nothing));
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
