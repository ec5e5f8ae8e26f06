package dev.onceward.bench;

import java.util.UUID;
import java.util.function.LongConsumer;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/// A receiver of webhooks that takes everything at once.
record BenchReceiver(HttpServer server) implements AutoCloseable {

    /// @param arrived is told the number of each event, on an event loop
    static BenchReceiver open(Vertx vertx, LongConsumer arrived) {
        return new BenchReceiver(Await.result(vertx.createHttpServer()
                .requestHandler(request -> take(request, arrived))
                .listen(0, "127.0.0.1")));
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/";
    }

    @Override
    public void close() {
        Await.result(server.close());
    }

    private static void take(HttpServerRequest request, LongConsumer arrived) {
        arrived.accept(Appender.number(UUID.fromString(request.getHeader("ce-id"))));
        request.endHandler(_ -> request.response().setStatusCode(204).end()).resume();
    }
}
