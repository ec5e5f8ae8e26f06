package dev.onceward.bench;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;

import dev.onceward.intake.log.AppendOutcome;
import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.RefusedByPostgres;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.batch.BatchLimits;

import static java.util.Objects.requireNonNull;

/// The least that stores an event: read the body, append it, answer. The statement and the batches are those of intake;
/// there is no Quarkus, no Redis, and nothing is checked. One for each core, each with a connection of its own.
final class BareServer extends AbstractVerticle {
    static final BatchLimits LIMITS = new BatchLimits(256, 4 << 20, 5000, 128 << 20);
    static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofDays(30);

    private final Clock clock = Clock.systemUTC();

    /// Without Quarkus there is no context to carry from step to step, which the library would do all the same.
    static void main() {
        Infrastructure.clearInterceptors();
        var each = new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        var _ = Await.result(Vertx.vertx().deployVerticle(BareServer::new, each));
    }

    @Override
    public void start(Promise<Void> started) {
        var log = new EventLog(pool(vertx, System.getenv("ONCEWARD_POSTGRES_URL"), 1), LIMITS, PATIENCE);
        vertx.createHttpServer()
                .requestHandler(request -> take(log, request))
                .listen(Integer.parseInt(System.getenv("QUARKUS_HTTP_PORT")), "127.0.0.1")
                .<Void>mapEmpty()
                .onComplete(started);
    }

    /// As the functions have it.
    static Pool pool(Vertx vertx, String url, int size) {
        return Pool.newInstance(PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(size))
                .connectingTo(PgConnectOptions.fromUri(url)
                        .setCachePreparedStatements(true)
                        .addProperty("plan_cache_mode", "force_generic_plan"))
                .using(vertx)
                .build());
    }

    private void take(EventLog log, HttpServerRequest request) {
        request.body()
                .map(body -> entry(request, body))
                .compose(entry -> UniHelper.toFuture(log.append(entry)))
                .onSuccess(appendOutcome -> answer(request.response(), appendOutcome))
                .onFailure(failure -> refuse(request.response(), failure.toString()));
    }

    private NewEvent entry(HttpServerRequest request, Buffer body) {
        return new NewEvent(EventId.next(clock), "bench", "bench", null, null,
                Map.of("content-type", "application/json"),
                body, EventTrace.NONE, key(request), Fingerprint.of(body.getBytes()), KEPT);
    }

    private static Key key(HttpServerRequest request) {
        return new Key("bench", requireNonNull(request.getHeader("Idempotency-Key")));
    }

    private static void answer(HttpServerResponse response, AppendOutcome appendOutcome) {
        switch (appendOutcome) {
            case Stored(var receipt) -> accept(response, receipt);
            case AlreadyStored(var receipt, _, _) -> accept(response, receipt);
            case RefusedByPostgres(var why) -> refuse(response, why);
            case Unavailable(var why) -> refuse(response, why);
        }
    }

    private static void accept(HttpServerResponse response, Receipt receipt) {
        response.setStatusCode(202)
                .putHeader("Content-Type", "application/json")
                .end("{\"id\":\"" + receipt.event() + "\",\"topic\":\"bench\",\"duplicate\":false}");
    }

    private static void refuse(HttpServerResponse response, String why) {
        System.err.println(why);
        response.setStatusCode(503).end();
    }
}
