package dev.onceward.bench;

import io.vertx.core.Future;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;

/// The table of [SkipLocked], and what fills it.
record Outbox(PgConnection connection) implements AutoCloseable {
    private static final int BATCH = 1000;

    static Outbox made(Places places) {
        var outbox = new Outbox(Await.result(PgConnection.connect(places.vertx(),
                PgConnectOptions.fromUri(places.postgres()).setCachePreparedStatements(true))));
        outbox.execute(SkipLocked.TABLE);
        outbox.execute(SkipLocked.INDEX);
        return outbox;
    }

    /// So many as fast as it goes. PostgreSQL knows the size of a table that is in use.
    void fill(int events) {
        for (var i = 0; i < events; i += BATCH) {
            Await.result(put(Math.min(BATCH, events - i)));
        }
        execute("ANALYZE outbox");
    }

    /// In one transaction.
    Future<Void> put(int events) {
        return connection.preparedQuery(SkipLocked.PUT).execute(Tuple.of(events, Letter.body())).mapEmpty();
    }

    @Override
    public void close() {
        Await.result(connection.close());
    }

    private void execute(String sql) {
        Await.result(connection.query(sql).execute().<Void>mapEmpty());
    }
}
