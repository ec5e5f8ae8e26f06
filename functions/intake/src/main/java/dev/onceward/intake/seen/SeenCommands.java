package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.redis.KeysByBucket;
import dev.onceward.intake.redis.RedisKey;
import dev.onceward.internal.redis.RedisScript;

import static java.util.Objects.requireNonNull;

/// Sends commands to Redis. One command carries a whole batch. In a cluster each bucket of the batch has its own
/// command, all over one connection.
@Singleton
final class SeenCommands {
    private static final RedisScript LOOK = RedisScript.beside(SeenCommands.class, "look");
    private static final RedisScript REMEMBER = RedisScript.beside(SeenCommands.class, "remember");

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
    /// @param longest the longest of all these times
    Uni<List<Boolean>> remember(List<KeyToRemember> all, ToLongFunction<KeyToRemember> ttl, long longest) {
        return inSlots(all, remembered -> remembered.at().bucket(),
                (sender, some) -> set(sender, some, ttl, longest));
    }

    Uni<Duration> remaining(RedisKey key) {
        return lookUp(redis.getDelegate()::send, List.of(key))
                .map(found -> Duration.ofMillis(requireNonNull(found.get(0).toLong())));
    }

    Uni<Response> ping() {
        return answer(() -> redis.getDelegate().send(Request.cmd(Command.PING)).map(Objects::requireNonNull));
    }

    private interface SendCommand extends Function<Request, Future<@Nullable Response>> {}

    private interface Sending<I, O> {
        Uni<List<O>> send(SendCommand sender, List<I> items);
    }

    private <I, O> Uni<List<O>> inSlots(List<I> items, ToIntFunction<I> bucket, Sending<I, O> sending) {
        if (!isCluster) {
            return sending.send(redis.getDelegate()::send, items);
        }
        return redis.connect().onItem().transformToUni(connection -> KeysByBucket
                .ask(items, bucket, some -> sending.send(connection.getDelegate()::send, some))
                .onTermination().call(connection::close));
    }

    private static Uni<List<LookupResult>> get(SendCommand sender, List<RedisKey> keys) {
        return lookUp(sender, keys).map(values -> results(values, keys));
    }

    private static Uni<Response> lookUp(SendCommand sender, List<RedisKey> keys) {
        return answer(() -> LOOK.run(sender, script -> lookUp(script, keys)));
    }

    private static Request lookUp(Request script, List<RedisKey> keys) {
        var _ = script.arg(keys.size());
        keys.forEach(key -> script.arg(key.hash()));
        keys.forEach(key -> script.arg(key.field()));
        return script;
    }

    /// Sends nothing before somebody waits for the answer.
    private static Uni<Response> answer(Supplier<Future<Response>> send) {
        return Uni.createFrom().completionStage(() -> send.get().toCompletionStage());
    }

    private static List<LookupResult> results(Response values, List<RedisKey> keys) {
        var results = new ArrayList<LookupResult>(keys.size());
        for (var i = 0; i < keys.size(); i++) {
            var value = values.get(2 * i + 1);
            results.add(RememberedKey.read(value == null ? Buffer.buffer() : value.toBuffer(),
                    keys.get(i).key(), keys.get(i).database()));
        }
        return results;
    }

    private static Uni<List<Boolean>> set(SendCommand sender, List<KeyToRemember> all,
            ToLongFunction<KeyToRemember> ttl, long longest) {
        return answer(() -> REMEMBER.run(sender, script -> remember(script, all, ttl, longest)))
                .map(_ -> Collections.nCopies(all.size(), true));
    }

    private static Request remember(Request script, List<KeyToRemember> all, ToLongFunction<KeyToRemember> ttl,
            long longest) {
        var _ = script.arg(all.size());
        all.forEach(each -> script.arg(each.at().hash()));
        var _ = script.arg(longest);
        all.forEach(each -> script.arg(each.at().field()).arg(ttl.applyAsLong(each))
                .arg(each.key().value()));
        return script;
    }

    /// A key to be remembered, and where.
    ///
    /// @param since the time at which it had to be remembered, by [System#nanoTime]
    record KeyToRemember(RedisKey at, RememberedKey key, long since) {
        static KeyToRemember of(String database, RememberedKey key) {
            return new KeyToRemember(RedisKey.of(database, key.key()), key, System.nanoTime());
        }
    }
}
