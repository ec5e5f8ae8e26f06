package dev.onceward.testing.servers;

import java.nio.file.Path;

import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;

import dev.onceward.testing.Eventually;

import static dev.onceward.testing.servers.Servers.await;

/// Redis in cluster mode, with one node that has all slots. It refuses a command whose keys lie in several slots.
public final class RedisCluster implements AutoCloseable {
    private final dev.onceward.embedded.Redis node;

    private RedisCluster(dev.onceward.embedded.Redis node) {
        this.node = node;
    }

    public static RedisCluster in(Path directory) {
        var cluster = new RedisCluster(dev.onceward.embedded.Redis.clusterNodeIn(directory));
        var alone = cluster.client(RedisClientType.STANDALONE);
        var _ = await(alone.send(Request.cmd(Command.CLUSTER).arg("ADDSLOTSRANGE").arg(0).arg(16383)));
        var _ = Eventually.value(() -> await(alone.send(Request.cmd(Command.CLUSTER).arg("INFO"))).toString(),
                info -> info.contains("cluster_state:ok"));
        alone.close();
        return cluster;
    }

    /// A client that knows of the cluster, or one that does not.
    public Redis client(RedisClientType type) {
        return Redis.createClient(Servers.vertx(), new RedisOptions().setType(type)
                .setConnectionString(node.url().replace("localhost", "127.0.0.1")).setMaxPoolSize(4)
                .setMaxPoolWaiting(1_000));
    }

    @Override
    public void close() {
        node.stop();
    }
}
