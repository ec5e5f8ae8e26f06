package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.redis.client.Response;
import org.eclipse.microprofile.config.inject.ConfigProperty;

import dev.onceward.intake.redis.KeysByBucket;
import dev.onceward.intake.redis.RedisKey;

/// Sends commands to Redis. One command carries a whole batch. In a cluster each bucket of the batch has its own
/// command, all over one connection.
@Singleton
final class SeenCommands {
    private static final String REMEMBER = RedisScript.named("remember");

    private final Redis redis;
    private final boolean isCluster;

    SeenCommands(Redis redis,
            @ConfigProperty(name = "quarkus.redis.client-type", defaultValue = "standalone") String clientType) {
        this.redis = redis;
        this.isCluster = clientType.equalsIgnoreCase("cluster");
    }

    Uni<List<LookupResult>> look(List<RedisKey> keys) {
        return inSlots(keys, RedisKey::bucket, SeenCommands::get);
    }

    /// @param ttl for how many milliseconds Redis is to remember each key
    Uni<List<Boolean>> remember(List<Remembered> all, Function<RememberedKey, Long> ttl) {
        return inSlots(all, memory -> memory.key().bucket(), (sender, some) -> set(sender, some, ttl));
    }

    Uni<Duration> remaining(RedisKey key) {
        return redis.send(Request.cmd(Command.PTTL).arg(key.text()))
                .map(answer -> Duration.ofMillis(Math.max(0, answer.toLong())));
    }

    Uni<Response> ping() {
        return redis.send(Request.cmd(Command.PING));
    }

    private interface SendCommand extends Function<Request, Uni<Response>> {}

    private interface Sending<I, O> {
        Uni<List<O>> send(SendCommand sender, List<I> items);
    }

    private <I, O> Uni<List<O>> inSlots(List<I> items, ToIntFunction<I> bucket, Sending<I, O> sending) {
        if (!isCluster) {
            return sending.send(redis::send, items);
        }
        return redis.connect().onItem().transformToUni(connection -> KeysByBucket
                .ask(items, bucket, some -> sending.send(connection::send, some))
                .onTermination().call(connection::close));
    }

    private static Uni<List<LookupResult>> get(SendCommand sender, List<RedisKey> keys) {
        var get = Request.cmd(Command.MGET);
        keys.forEach(key -> get.arg(key.text()));
        return sender.apply(get).map(values -> sightings(values, keys));
    }

    private static List<LookupResult> sightings(Response values, List<RedisKey> keys) {
        var sightings = new ArrayList<LookupResult>(keys.size());
        for (var i = 0; i < keys.size(); i++) {
            var value = values.get(i);
            sightings.add(RememberedKey.read(value == null ? null : value.toString(), keys.get(i).database()));
        }
        return sightings;
    }

    private static Uni<List<Boolean>> set(SendCommand sender, List<Remembered> memories,
            Function<RememberedKey, Long> ttl) {
        var eval = Request.cmd(Command.EVAL).arg(REMEMBER).arg(memories.size());
        memories.forEach(each -> eval.arg(each.key().text()));
        memories.forEach(each -> eval.arg(each.memory().value()).arg(ttl.apply(each.memory())));
        return sender.apply(eval).map(_ -> Collections.nCopies(memories.size(), true));
    }

    /// A key to be remembered, with the identity of its database.
    record Remembered(String database, RememberedKey memory) {
        RedisKey key() {
            return new RedisKey(database, memory.key());
        }
    }
}
