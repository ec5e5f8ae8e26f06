package dev.onceward.bench;

import java.util.concurrent.atomic.AtomicLong;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;

import dev.onceward.bench.SendRate.Steady;

/// The table of [SkipLocked], and what fills it.
///
/// @param given how many rows were put
record OutboxTable(Vertx vertx, PgConnection connection, AtomicLong given) implements AutoCloseable {
    private static final int BATCH = 1000;
    private static final int EACH_MILLIS = 5;

    static OutboxTable made(DeliveryAddresses deliveryAddresses) {
        var outbox = new OutboxTable(deliveryAddresses.vertx(),
                Await.result(PgConnection.connect(deliveryAddresses.vertx(),
                        PgConnectOptions.fromUri(deliveryAddresses.postgres()).setCachePreparedStatements(true))),
                new AtomicLong());
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

    /// At a steady rate, each time what is due by then.
    Future<Void> feed(Steady pace) {
        var done = Promise.<Void>promise();
        var from = given.get();
        var begun = System.nanoTime();
        var _ = vertx.setPeriodic(EACH_MILLIS, timer -> tick(pace, from, System.nanoTime() - begun, timer, done));
        return done.future();
    }

    private void tick(Steady pace, long from, long now, long timer, Promise<Void> done) {
        var due = (long) (Math.min(now, pace.time().toNanos()) * pace.rate() / 1e9) - (given.get() - from);
        if (due > 0) {
            var _ = put((int) due).onFailure(done::tryFail);
        } else if (now > pace.time().toNanos()) {
            var _ = vertx.cancelTimer(timer);
            var _ = done.tryComplete();
        }
    }

    /// In one transaction.
    private Future<Void> put(int events) {
        var _ = given.addAndGet(events);
        return connection.preparedQuery(SkipLocked.PUT).execute(Tuple.of(events, RequestTemplate.body())).mapEmpty();
    }

    @Override
    public void close() {
        Await.result(connection.close());
    }

    private void execute(String sql) {
        Await.result(connection.query(sql).execute().<Void>mapEmpty());
    }
}
