package dev.onceward.runtime.postgres;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Future;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import io.vertx.sqlclient.impl.Utils;

import dev.onceward.runtime.outage.LostConnections;

/// Makes the connection pool, with a time limit for each new connection and a count of those that break. The network
/// may lose the first packets of a connection silently, and the client itself would wait for ever and occupy a place in
/// the pool.
@Singleton
public final class Connections implements PgPoolCreator {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final CountLostPostgresConnections countLostPostgresConnections;

    public Connections(LostConnections lost) {
        this.countLostPostgresConnections = new CountLostPostgresConnections(lost);
    }

    @Override
    @SuppressWarnings("deprecation") // what is to be used instead chooses the server and does not see the connection
    public Pool create(Input input) {
        var servers = input.pgConnectOptionsList();
        servers.forEach(server -> server.setConnectTimeout((int) PATIENCE.toMillis()));
        var factory = PgDriver.INSTANCE.createConnectionFactory(input.vertx(),
                Utils.roundRobinSupplier(servers));
        var pool = PgDriver.INSTANCE.createPool(input.vertx(), servers, input.poolOptions())
                .connectionProvider(context -> inTime(factory.connect(context).onSuccess(this::watch)));
        openFirst(pool);
        return pool;
    }

    private void watch(SqlConnection connection) {
        var open = (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap();
        var _ = open.socket().channelHandlerContext().pipeline().addFirst(countLostPostgresConnections);
    }

    /// Opens the first connection during the start, so that the first request does not wait for it. If that fails, the
    /// first request opens one.
    private static void openFirst(Pool pool) {
        var _ = pool.getConnection().onSuccess(connection -> {
            var _ = connection.close();
        });
    }

    /// Closes a connection that was established too late, because its place in the pool is taken.
    private static Future<SqlConnection> inTime(Future<SqlConnection> connecting) {
        var inTime = connecting.timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        var _ = connecting.onSuccess(late -> {
            if (inTime.failed()) {
                var _ = late.close();
            }
        });
        return inTime;
    }
}
