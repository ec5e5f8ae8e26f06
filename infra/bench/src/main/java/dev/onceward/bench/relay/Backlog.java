package dev.onceward.bench.relay;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Load;
import dev.onceward.bench.run.Load.Answer;
import dev.onceward.bench.run.Load.Sender;
import dev.onceward.bench.run.LogAppender;
import dev.onceward.bench.run.RequestBytes;
import dev.onceward.internal.event.EventId;

/// Events that wait for a target: in the log, or in the table of [SkipLocked].
///
/// @param batch how many events a request adds
/// @param afterwards is executed after the backlog was added
record Backlog(BenchServers servers, Sender sender, int batch, AtomicLong requests, String afterwards) {
    private static final Buffer BODY = Buffer.buffer(RequestBytes.body(1024));
    private static final int UNDER_WAY = 2048;
    private static final String RECORD_EDGE = "SELECT onceward.record_edge(interval '200 milliseconds')";

    /// Makes a backlog in the log, appended as intake does: what arrives while a batch is under way is the next batch,
    /// and edges are recorded meanwhile.
    ///
    /// @param committed receives the number of each event once its commit is known
    static Backlog ofLog(BenchServers servers, LongConsumer committed) {
        var log = LogAppender.open(servers.vertx(), servers.postgres(), 2);
        var clock = Clock.systemUTC();
        var requests = new AtomicLong();
        var ticked = new AtomicLong();
        var _ = servers.vertx().setPeriodic(200, _ -> {
            if (ticked.getAndSet(requests.get()) < requests.get()) {
                servers.connection().query(RECORD_EDGE).execute();
            }
        });
        return new Backlog(servers, number -> log
                .append(new UUID(EventId.next(clock).getMostSignificantBits(), Long.MIN_VALUE | number), "bench.told",
                        "key-" + number % 4000, null, BODY)
                .map(Answer.STORED).onSuccess(_ -> committed.accept(number)), 1, requests, RECORD_EDGE);
    }

    /// Runs ANALYZE afterwards, because PostgreSQL knows the size of a table that has been in use for a while.
    static Backlog ofOutbox(BenchServers servers) {
        servers.execute(SkipLocked.TABLE);
        var put = servers.connection().preparedQuery(SkipLocked.PUT);
        return new Backlog(servers, number -> put.execute(Tuple.of(100 * number, BODY)).map(Answer.STORED), 100,
                new AtomicLong(),
                "ANALYZE outbox");
    }

    /// How many events were added so far.
    long given() {
        return batch * requests.get();
    }

    /// Adds this many events as fast as possible.
    ///
    /// @return how many events there are
    long fill(int events) {
        var _ = Await.result(add(Load.Rate.closed(events / batch, Duration.ofMinutes(4))));
        servers.execute(afterwards);
        return given();
    }

    /// Adds events at a steady rate.
    Future<Load.Result> feed(double rate, Duration time) {
        return add(new Load.Rate(rate / batch, Long.MAX_VALUE, time, time));
    }

    /// Returns the number of an event, which is part of its id.
    static long number(UUID event) {
        return event.getLeastSignificantBits() & Long.MAX_VALUE;
    }

    private Future<Load.Result> add(Load.Rate rate) {
        return Load.start(servers.vertx(), Collections.nCopies(UNDER_WAY, sender), rate, Load.Mix.of(0, requests))
                .map(Load.Result::checked);
    }
}
