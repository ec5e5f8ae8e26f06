package dev.onceward.bench.run;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.RefusedByPostgres;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;

/// Appends to the log with intake's statement and batches, without the rest of intake.
public record LogAppender(EventLog log) {
    private static final BatchLimits LIMITS = new BatchLimits(256, 4 << 20, new ParallelFlushes(4, 256), 5000,
            128 << 20);
    private static final Map<String, String> HEADERS = Map.of("content-type", "application/json");

    /// Opens a pool with the settings of the functions.
    public static LogAppender open(Vertx vertx, String url, int connections) {
        var pool = Pool.newInstance(PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(connections))
                .connectingTo(PgConnectOptions.fromUri(url)
                        .setCachePreparedStatements(true)
                        .addProperty("plan_cache_mode", "force_generic_plan"))
                .using(vertx)
                .build());
        return new LogAppender(new EventLog(pool, LIMITS, Duration.ofSeconds(5)));
    }

    public Future<Receipt> append(UUID id, @Nullable String type, @Nullable String ordering, @Nullable Key key,
            Buffer body) {
        var event = new NewEvent(id, "bench", "bench", type, ordering, HEADERS, body, EventTrace.NONE, key,
                Fingerprint.of(body.getBytes()), Duration.ofDays(30));
        return UniHelper.toFuture(log.append(event)).compose(outcome -> switch (outcome) {
            case Stored(var receipt) -> Future.succeededFuture(receipt);
            case AlreadyStored(var receipt, _, _) -> Future.succeededFuture(receipt);
            case RefusedByPostgres(var why) -> Future.failedFuture(why);
            case Unavailable(var why) -> Future.failedFuture(why);
        });
    }
}
