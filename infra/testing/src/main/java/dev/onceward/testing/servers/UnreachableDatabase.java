package dev.onceward.testing.servers;

import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;

/// A database that no connection reaches, also for tests that fail if something asks it.
public final class UnreachableDatabase {
    private UnreachableDatabase() {}

    public static Pool pool(Vertx vertx) {
        return Pool.newInstance(PgBuilder.pool()
                .connectingTo(new PgConnectOptions().setHost("127.0.0.1").setPort(1))
                .using(vertx.getDelegate())
                .build());
    }
}
