package dev.onceward.bench;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;

/// How far the furthestBack cursor of a subscription has come. The numbers of the log have no gaps here, so where it is in
/// the log is how many it has delivered.
record CursorProgress(PgConnection connection, String subscription) implements Progress {
    private static final String POSITION = """
            SELECT coalesce(min(coalesce(after_seq, from_high)), 0)
              FROM onceward.cursor
             WHERE subscription = $1
            """;

    static CursorProgress of(Vertx vertx, String url, String subscription) {
        return new CursorProgress(Await.result(PgConnection.connect(vertx, PgConnectOptions.fromUri(url)
                .setCachePreparedStatements(true))), subscription);
    }

    @Override
    public long delivered() {
        return Await.result(connection.preparedQuery(POSITION).execute(Tuple.of(subscription)))
                .iterator().next().getLong(0);
    }

    @Override
    public void close() {
        Await.result(connection.close());
    }
}
