package dev.onceward.bench.intake;

import java.time.Clock;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.LogAppender;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.key.Key;

import static java.util.Objects.requireNonNull;

/// The least that stores an event: it reads the body, appends it and answers. There is no Quarkus and no Redis, and
/// nothing is checked. One server runs on each core, and all share intake's one queue of batches.
final class BareServer extends AbstractVerticle {
    private final Clock clock = Clock.systemUTC();
    private final LogAppender log;

    private BareServer(LogAppender log) {
        this.log = log;
    }

    /// Turns off Mutiny's context propagation, because without Quarkus there is no context to propagate.
    static void main() {
        Infrastructure.clearInterceptors();
        var vertx = Vertx.vertx();
        var cores = Runtime.getRuntime().availableProcessors();
        var log = LogAppender.open(vertx, System.getenv("ONCEWARD_POSTGRES_URL"), cores);
        var servers = vertx.deployVerticle(() -> new BareServer(log), new DeploymentOptions().setInstances(cores));
        System.out.println("Listening on: " + Await.result(servers));
    }

    @Override
    public void start(Promise<Void> started) {
        vertx.createHttpServer()
                .requestHandler(this::receive)
                .listen(Integer.parseInt(System.getenv("QUARKUS_HTTP_PORT")), "127.0.0.1")
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private void receive(HttpServerRequest request) {
        var key = new Key("bench", requireNonNull(request.getHeader("Idempotency-Key")));
        request.body()
                .compose(body -> log.append(EventId.next(clock), null, null, key, body))
                .onSuccess(
                        receipt -> request.response().setStatusCode(202).putHeader("Content-Type", "application/json")
                                .end("{\"id\":\"" + receipt.event() + "\",\"topic\":\"bench\",\"duplicate\":false}"))
                .onFailure(failure -> request.response().setStatusCode(503).end(failure.toString()));
    }
}
