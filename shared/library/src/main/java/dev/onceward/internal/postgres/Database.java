package dev.onceward.internal.postgres;

import java.time.Duration;
import java.util.function.Function;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

/// Runs statements in PostgreSQL within a time limit.
public final class Database {
    private final Pool pool;
    private final Duration patience;

    /// @param patience how long a piece of work may take, including the wait for a connection
    public Database(Pool pool, Duration patience) {
        this.pool = pool;
        this.patience = patience;
    }

    public Uni<RowSet<Row>> query(String sql, Tuple values) {
        return with(connection -> connection.preparedQuery(sql).execute(values));
    }

    public Uni<RowSet<Row>> query(String sql) {
        return query(sql, Tuple.tuple());
    }

    /// Runs work on one connection, which the work does not close.
    public <T> Uni<T> with(Function<SqlConnection, Uni<? extends T>> work) {
        return Uni.createFrom().deferred(() -> lend(new PooledConnection(), work)).ifNoItem().after(patience).fail();
    }

    private <T> Uni<T> lend(PooledConnection pooledConnection, Function<SqlConnection, Uni<? extends T>> work) {
        return Uni.createFrom().<SqlConnection>emitter(emitter -> hand(pooledConnection, emitter))
                .onItem().<T>transformToUni(work)
                .onTermination().invoke((_, _, cancelled) -> pooledConnection.end(cancelled));
    }

    private void hand(PooledConnection pooledConnection, UniEmitter<? super SqlConnection> emitter) {
        var _ = pool.getDelegate().getConnection().onFailure(emitter::fail).onSuccess(connection -> {
            var _ = connection.exceptionHandler(Database::broken);
            if (pooledConnection.take(connection)) {
                emitter.complete(SqlConnection.newInstance(connection));
            }
        });
    }

    /// Logs at DEBUG only, because the caller gets the failure as well. Without a handler the client would print a
    /// stack trace for each connection.
    private static void broken(Throwable failure) {
        Log.debugf("a connection to PostgreSQL broke: cause=%s", failure.toString());
    }
}
