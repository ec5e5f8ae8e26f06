package dev.onceward.intake.verify;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.http.HttpServer;

/// A sender that publishes its keys, as this test wants it to answer.
final class KeyServer implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile Consumer<HttpServerRequest> answer = request -> request.response().end("key");

    KeyServer() {
        Handler<HttpServerRequest> handler = this::handle;
        var delegate = vertx.getDelegate().createHttpServer().requestHandler(handler);
        this.server = HttpServer.newInstance(delegate).listenAndAwait(0, "127.0.0.1");
    }

    Vertx vertx() {
        return vertx;
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.actualPort() + path);
    }

    void answers(Consumer<HttpServerRequest> next) {
        answer = next;
    }

    void answers(String text) {
        answers(request -> request.response().end(text));
    }

    void fails() {
        answers(request -> request.response().setStatusCode(500).end());
    }

    /// The paths it was asked for.
    List<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        vertx.closeAndAwait();
    }

    private void handle(HttpServerRequest request) {
        asked.add(request.path());
        answer.accept(request);
    }
}
