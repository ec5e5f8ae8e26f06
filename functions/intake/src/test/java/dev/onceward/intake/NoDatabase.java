package dev.onceward.intake;

import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;

/// Where there is none, for tests that would fail if one were asked.
public final class NoDatabase {
    private NoDatabase() {}

    public static Pool pool(Vertx vertx) {
        return Pool.newInstance(PgBuilder.pool()
                .connectingTo(new PgConnectOptions().setHost("127.0.0.1").setPort(1))
                .using(vertx.getDelegate())
                .build());
    }
}
