package dev.onceward.testing.servers;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.redis.client.RedisOptions;
import io.vertx.sqlclient.PoolOptions;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.Postgres;
import dev.onceward.embedded.Redis;
import dev.onceward.sql.Migrate;

/// One PostgreSQL and one Redis for the whole JVM, with clients as two replicas have them.
public final class Servers {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Backends BACKENDS = migrated();
    private static final Sql SQL = Sql.of(BACKENDS.postgres());
    private static final Vertx VERTX = Vertx.vertx();
    private static final Pool POOL = newPool(8);
    private static final Pool OTHER_POOL = newPool(8);
    private static final io.vertx.mutiny.redis.client.Redis REDIS = io.vertx.mutiny.redis.client.Redis.createClient(
            VERTX,
            new RedisOptions().setConnectionString(BACKENDS.redis().url()).setMaxPoolSize(8).setMaxPoolWaiting(10_000));

    private Servers() {}

    public static Backends backends() {
        return BACKENDS;
    }

    public static Postgres postgres() {
        return BACKENDS.postgres();
    }

    public static Redis redis() {
        return BACKENDS.redis();
    }

    public static Sql sql() {
        return SQL;
    }

    public static Pool pool() {
        return POOL;
    }

    /// The pool of another replica, which shares no connection with the first.
    public static Pool otherPool() {
        return OTHER_POOL;
    }

    public static io.vertx.mutiny.redis.client.Redis redisClient() {
        return REDIS;
    }

    public static Vertx vertx() {
        return VERTX;
    }

    public static Pool newPool(int size) {
        return newPool(BACKENDS.postgres().url(), size);
    }

    /// A pool for another database.
    public static Pool newPool(String url, int size) {
        return Pool.newInstance(PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(size))
                .connectingTo(PgConnectOptions.fromUri(url).setCachePreparedStatements(true))
                .using(VERTX.getDelegate())
                .build());
    }

    public static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    public static <T> T await(Future<T> future) {
        return await(UniHelper.toUni(future));
    }

    private static Backends migrated() {
        var backends = Backends.temporary();
        Migrate.run(backends.postgres().url());
        return backends;
    }
}
