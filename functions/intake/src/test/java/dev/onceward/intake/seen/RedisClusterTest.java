package dev.onceward.intake.seen;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.intake.redis.RedisKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.key.Key;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.RedisCluster;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.seen.SeenKeysFixtures.memory;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// Redis in cluster mode, which refuses a command whose keys lie in several slots.
@OnServers
class RedisClusterTest {
    @TempDir
    Path directory = Path.of("");
    RedisCluster cluster;
    Redis client;
    SeenKeys seenKeys;

    @BeforeEach
    void start() {
        cluster = RedisCluster.in(directory);
        client = cluster.client(RedisClientType.CLUSTER);
        var config = new SeenKeysFixtures.Config(Duration.ofHours(24), Duration.ofSeconds(20), Duration.ZERO, 256, 0);
        seenKeys = SeenKeysFixtures.seen(new SeenCommands(client, "cluster"), Servers.pool(), config,
                new SimpleMeterRegistry());
    }

    @AfterEach
    void end() {
        client.close();
        cluster.close();
    }

    @Test
    void a_batch_of_keys_in_many_slots_is_remembered_and_known() {
        var keys = IntStream.range(0, 500).mapToObj(n -> new Key("shop", "order-" + n)).toList();
        var before = SeenKeysFixtures.unknown();
        var taken = await(
                SeenKeysTest.all(keys.stream().map(key -> seenKeys.rememberNew(before, memory(key))).toList()));
        assertThat(taken).containsOnly(true);
        var sightings = await(SeenKeysTest.all(keys.stream().map(seenKeys::look).toList()));
        assertThat(sightings).isEqualTo(keys.stream().map(SeenKeysFixtures::known).toList());
        assertThat(await(seenKeys.remaining(keys.getFirst()))).isPositive();
        assertThat(seenKeys.isDegraded()).isFalse();
    }

    @Test
    void in_a_batch_each_key_gets_its_own_answer() {
        var keys = IntStream.range(0, 100).mapToObj(n -> new Key("shop", "order-" + n)).toList();
        var before = SeenKeysFixtures.unknown();
        var remembered = keys.subList(30, 60);
        var _ = await(
                SeenKeysTest.all(remembered.stream().map(key -> seenKeys.rememberNew(before, memory(key))).toList()));
        var sightings = await(SeenKeysTest.all(keys.stream().map(seenKeys::look).toList()));
        assertThat(sightings.subList(30, 60)).isEqualTo(remembered.stream().map(SeenKeysFixtures::known).toList());
        assertThat(sightings.subList(0, 30)).hasOnlyElementsOfType(UnknownKey.class);
        assertThat(sightings.subList(60, 100)).hasOnlyElementsOfType(UnknownKey.class);
    }

    /// Else the other tests would show nothing.
    @Test
    void the_cluster_refuses_a_command_over_several_slots() {
        var keys = List.of(RedisKey.of("database", new Key("shop", "a")),
                RedisKey.of("database", new Key("shop", "b")));
        var asOneNode = new SeenCommands(cluster.client(RedisClientType.STANDALONE), "standalone");
        var refused = await(asOneNode.look(keys).map(_ -> "taken").onFailure().recoverWithItem(Throwable::getMessage));
        assertThat(refused).contains("CROSSSLOT");
    }
}
