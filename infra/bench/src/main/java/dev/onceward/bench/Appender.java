package dev.onceward.bench;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongConsumer;

import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.bench.SendRate.FlatOut;
import dev.onceward.bench.SendRate.Steady;
import dev.onceward.intake.log.AppendOutcome;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Fingerprint;

/// Appends to the log as intake does: what came while a batch was under way is the next batch, and ticks are left
/// meanwhile. The number of an event stands in its id.
final class Appender implements AutoCloseable {
    private static final int UNDER_WAY = 2048;
    private static final int KEYS = 4000;
    private static final long TICK_MILLIS = 200;
    private static final String RECORD_EDGE = "SELECT onceward.record_edge(interval '200 milliseconds')";
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final Fingerprint ANY = Fingerprint.of(new byte[0]);

    private final Clock clock = Clock.systemUTC();
    private final Buffer body = RequestTemplate.body();
    private final Pool pool;
    private final EventLog log;
    private final Context context;
    private final LongConsumer committed;
    private long next;
    private int underWay;

    /// @param committed is told the number of each event once its commit is known, on an event loop
    Appender(Vertx vertx, String url, LongConsumer committed) {
        this.pool = BareServer.pool(vertx, url, 2);
        this.log = new EventLog(pool, BareServer.LIMITS, BareServer.PATIENCE);
        this.context = vertx.getOrCreateContext();
        this.committed = committed;
        var _ = vertx.setPeriodic(TICK_MILLIS, _ -> pool.getDelegate().query(RECORD_EDGE).execute());
    }

    /// So many as fast as it goes.
    void fill(int events) {
        Await.result(append(new FlatOut(events, LONG)));
    }

    Future<Void> append(Steady sendRate) {
        return append((SendRate) sendRate);
    }

    /// How many there are.
    long appended() {
        return next;
    }

    static long number(UUID event) {
        return event.getLeastSignificantBits() & Long.MAX_VALUE;
    }

    @Override
    public void close() {
        Await.result(pool.getDelegate().close());
    }

    private Future<Void> append(SendRate sendRate) {
        var done = Promise.<Void>promise();
        var from = next;
        var begun = System.nanoTime();
        context.runOnContext(_ -> context.owner().setPeriodic(1, timer -> tick(sendRate, from, begun, timer, done)));
        return done.future();
    }

    /// The schedule is kept to a millisecond; what is due by then is on its way at once.
    private void tick(SendRate sendRate, long from, long begun, long timer, Promise<Void> done) {
        var now = System.nanoTime() - begun;
        while (sendRate.due(next - from, now) <= now && underWay < UNDER_WAY) {
            append(done);
        }
        if (sendRate.due(next - from, now) == SendRate.NEVER && underWay == 0) {
            var _ = context.owner().cancelTimer(timer);
            var _ = done.tryComplete();
        }
    }

    private void append(Promise<Void> done) {
        var number = next++;
        underWay++;
        UniHelper.toFuture(log.append(entry(number))).onComplete(appended -> {
            underWay--;
            landed(number, appended, done);
        });
    }

    private void landed(long number, io.vertx.core.AsyncResult<AppendOutcome> appended, Promise<Void> done) {
        if (appended.result() instanceof Stored) {
            committed.accept(number);
        } else {
            var _ = done.tryFail("not stored: " + appended);
        }
    }

    private NewEvent entry(long number) {
        var id = new UUID(EventId.next(clock).getMostSignificantBits(), Long.MIN_VALUE | number);
        return new NewEvent(id, "bench", "bench", "bench.told", "key-" + number % KEYS,
                Map.of("content-type", "application/json"), body, EventTrace.NONE, null, ANY, null);
    }
}
