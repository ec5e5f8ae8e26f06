package example.shop;

import jakarta.inject.Singleton;

import io.quarkus.arc.InjectableInstance;
import io.quarkus.redis.client.RedisClientName;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;

/// Counts purchases with a Redis client of the application's own, if it is configured.
@Singleton
class CountPurchases {
    private final InjectableInstance<Redis> redis;

    CountPurchases(@RedisClientName("shop") InjectableInstance<Redis> redis) {
        this.redis = redis;
    }

    Uni<Void> count() {
        return redis.listActive().stream().findFirst()
                .map(client -> client.send(Request.cmd(Command.INCR).arg("purchases")).replaceWithVoid())
                .orElseGet(() -> Uni.createFrom().voidItem());
    }
}
