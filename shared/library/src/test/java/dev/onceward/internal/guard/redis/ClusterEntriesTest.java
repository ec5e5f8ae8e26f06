package dev.onceward.internal.guard.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.internal.guard.redis.RedisClaim.EndedInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.TokenWritten;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.RedisCluster;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// Entries in a Redis Cluster, which refuses a command whose keys lie in several slots.
@OnServers
class ClusterEntriesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<RedisToken> TOKENS = IntStream.range(0, 300)
            .mapToObj(n -> RedisToken.random(new EntryName("shop", "op1", List.of("order-" + n)),
                    Fingerprint.of(List.of("body"))))
            .toList();

    @TempDir
    private Path directory = Path.of("");
    private RedisCluster cluster;
    private final List<Redis> clients = new ArrayList<>();

    @BeforeEach
    void start() {
        cluster = RedisCluster.in(directory);
    }

    @AfterEach
    void stop() {
        clients.forEach(Redis::close);
        cluster.close();
    }

    /// A client that knows of no cluster may have one behind its only address. It learns that from the first refusal.
    @ParameterizedTest
    @EnumSource(names = {"CLUSTER", "STANDALONE"})
    void keys_in_many_slots_are_claimed_at_the_same_time_and_keep_their_answers(RedisClientType type) {
        var entries = entries(type);
        var claims = claimAll(entries);
        assertThat(claims).hasSize(TOKENS.size()).hasOnlyElementsOfType(TokenWritten.class);
        var kept = Future.all(claims.stream().map(claim -> ((TokenWritten) claim).token())
                .map(token -> entries.keepSinceClaim(token, EntryState.COMPLETED, Buffer.buffer(token.name().inRedis()),
                        HOUR))
                .toList());
        assertThat(await(kept).<Boolean>list()).containsOnly(true);
        assertThat(claimAll(entries)).extracting(claim -> ((EndedInRedis) claim).text().toString())
                .isEqualTo(TOKENS.stream().map(token -> token.name().inRedis()).toList());
    }

    /// Else the other test would show nothing.
    @Test
    void a_command_with_keys_in_several_slots_is_refused() {
        var delete = Request.cmd(Command.DEL);
        TOKENS.forEach(token -> delete.arg(token.name().inRedis()));
        var refused = await(
                client(RedisClientType.STANDALONE).send(delete).map("taken").otherwise(Throwable::getMessage));
        assertThat(refused).contains("CROSSSLOT");
    }

    private io.vertx.redis.client.Redis client(RedisClientType type) {
        var client = cluster.client(type);
        clients.add(client);
        return client.getDelegate();
    }

    private static List<RedisClaim> claimAll(RedisEntries entries) {
        return await(Future.all(TOKENS.stream().map(token -> entries.claim(token, HOUR, HOUR, false)).toList())).list();
    }

    private RedisEntries entries(RedisClientType type) {
        return new RedisEntries(
                new RunRedisScript(Optional.of(Redis.newInstance(client(type))), type == RedisClientType.CLUSTER,
                        Duration.ofSeconds(20), Duration.ZERO));
    }
}
