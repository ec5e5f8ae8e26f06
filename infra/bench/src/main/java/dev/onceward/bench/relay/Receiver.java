package dev.onceward.bench.relay;

import java.util.UUID;
import java.util.function.LongConsumer;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.bench.run.Await;

/// A receiver of webhooks that answers at once. It has an event loop of its own, so that appending events does not
/// delay it.
record Receiver(Vertx vertx, HttpServer server) implements AutoCloseable {

    /// @param arrived receives the number of each event, on that event loop
    static Receiver open(LongConsumer arrived) {
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        return new Receiver(vertx, Await.result(vertx.createHttpServer()
                .requestHandler(request -> take(request, arrived)).listen(0, "127.0.0.1")));
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/";
    }

    @Override
    public void close() {
        Await.result(vertx.close());
    }

    private static void take(HttpServerRequest request, LongConsumer arrived) {
        arrived.accept(Backlog.number(UUID.fromString(request.getHeader("ce-id"))));
        request.endHandler(_ -> request.response().setStatusCode(204).end()).resume();
    }
}
