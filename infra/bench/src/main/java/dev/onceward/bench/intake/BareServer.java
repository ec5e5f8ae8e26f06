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
/// nothing is checked. One server runs on each core, each with a connection of its own.
final class BareServer extends AbstractVerticle {
    private final Clock clock = Clock.systemUTC();

    /// Turns off Mutiny's context propagation, because without Quarkus there is no context to propagate.
    static void main() {
        Infrastructure.clearInterceptors();
        var each = new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        System.out.println("Listening on: " + Await.result(Vertx.vertx().deployVerticle(BareServer::new, each)));
    }

    @Override
    public void start(Promise<Void> started) {
        var log = LogAppender.open(vertx, System.getenv("ONCEWARD_POSTGRES_URL"), 1);
        vertx.createHttpServer()
                .requestHandler(request -> receive(log, request))
                .listen(Integer.parseInt(System.getenv("QUARKUS_HTTP_PORT")), "127.0.0.1")
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private void receive(LogAppender log, HttpServerRequest request) {
        var key = new Key("bench", requireNonNull(request.getHeader("Idempotency-Key")));
        request.body()
                .compose(body -> log.append(EventId.next(clock), null, null, key, body))
                .onSuccess(
                        receipt -> request.response().setStatusCode(202).putHeader("Content-Type", "application/json")
                                .end("{\"id\":\"" + receipt.event() + "\",\"topic\":\"bench\",\"duplicate\":false}"))
                .onFailure(failure -> request.response().setStatusCode(503).end(failure.toString()));
    }
}
