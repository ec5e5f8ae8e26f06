package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.http.HttpServer;

/// A sender that publishes its keys, as this test wants it to answer.
public final class KeyServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile Consumer<HttpServerRequest> answer = request -> request.response().end("key");

    public KeyServer() {
        Handler<HttpServerRequest> handler = this::handle;
        var delegate = vertx.getDelegate().createHttpServer().requestHandler(handler);
        this.server = HttpServer.newInstance(delegate).listenAndAwait(0, "127.0.0.1");
    }

    public Vertx vertx() {
        return vertx;
    }

    /// That end here, whatever address they set out for.
    public FetchUrl visits() {
        return new FetchUrl(new SingleServerVertx(this), PATIENCE);
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.actualPort() + path);
    }

    void answers(Consumer<HttpServerRequest> next) {
        answer = next;
    }

    public void answers(String text) {
        answers(request -> request.response().end(text));
    }

    public void fails() {
        answers(request -> request.response().setStatusCode(500).end());
    }

    /// The paths it was asked for.
    public List<String> asked() {
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
