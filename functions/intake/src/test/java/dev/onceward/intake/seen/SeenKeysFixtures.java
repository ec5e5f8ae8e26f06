package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.redis.client.Response;
import io.vertx.mutiny.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.redis.RedisKey;
import dev.onceward.intake.seen.LookupResult.KnownKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.postgres.DatabaseIdentity;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;

/// What tests of Redis need: gates with a configuration of their own, and a look past them.
final class SeenKeysFixtures {
    static final Fingerprint FINGERPRINT = Fingerprint.of(new byte[]{1});
    static final UUID EVENT = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    record Config(Duration ttl, Duration timeout, Duration pause, int batchItems,
            int minDuplicates) implements SeenConfig {}

    private SeenKeysFixtures() {}

    /// For what is to succeed, however slow the machine is.
    static final Duration LONG = Duration.ofSeconds(20);

    /// Asks Redis again at once after it failed.
    static SeenKeys seen() {
        return seen(new Config(Duration.ofHours(24), LONG, Duration.ZERO, 256, 50), new SimpleMeterRegistry());
    }

    static SeenKeys seen(Config config, MeterRegistry registry) {
        return seen(new SeenCommands(Servers.redisClient(), "standalone"), Servers.pool(), config, registry);
    }

    /// Its database is known already, as in a process that has stored something.
    static SeenKeys seen(SeenCommands redis, Pool pool, Config config, MeterRegistry registry) {
        var identity = new DatabaseIdentity(pool, LONG, LONG);
        var _ = await(Uni.createFrom().completionStage(identity.ask()));
        return new SeenKeys(redis, identity, config, registry, Servers.vertx().getDelegate());
    }

    static UnknownKey unknown() {
        return new UnknownKey(Optional.of(database()));
    }

    static String database() {
        return sql().query("SELECT onceward.database_identity()");
    }

    static Uni<Boolean> remember(SeenKeys seenKeys, Key key) {
        return seenKeys.rememberNew(unknown(), memory(key));
    }

    static Key key(String value) {
        return new Key("orders", value);
    }

    static RememberedKey memory(Key key) {
        return new RememberedKey(key, new Receipt(EVENT, "topic of " + key.value()), FINGERPRINT, Duration.ofHours(1));
    }

    static KnownKey known(Key key) {
        return new KnownKey(memory(key).receipt(), FINGERPRINT);
    }

    /// Writes bytes of the test's choice where Redis remembers a key.
    static void write(Key key, String value) {
        var at = RedisKey.of(database(), key);
        var _ = await(Servers.redisClient().send(Request.cmd(Command.HSET).arg(at.hash())
                .arg(Buffer.newInstance(at.field())).arg(value)));
    }

    /// Returns the bytes that Redis remembers, expired or not.
    static @Nullable Response read(RedisKey at) {
        return await(Servers.redisClient().send(Request.cmd(Command.HGET).arg(at.hash())
                .arg(Buffer.newInstance(at.field()))));
    }

    static String tell(Command command, String... words) {
        var request = Request.cmd(command);
        for (var word : words) {
            request.arg(word);
        }
        return String.valueOf(await(Servers.redisClient().send(request)));
    }
}
