package dev.onceward.relay.testing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/// A receiver that remembers what it got and answers as it is told.
public final class HttpReceiver implements AutoCloseable {
    private static final Vertx VERTX = Vertx.vertx();

    public final List<Got> got = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    /// @param connection from which port it came
    /// @param headers names in lower case
    public record Got(String connection, String line, Map<String, List<String>> headers, Buffer body) {

        public String header(String name) {
            return String.join("|", headers.getOrDefault(name, List.of()));
        }
    }

    private HttpReceiver(HttpServerOptions options, Handler<HttpServerResponse> answer) {
        server = VERTX.createHttpServer(options)
                .requestHandler(request -> request.body().onSuccess(body -> take(request, body, answer)))
                .listen(0)
                .toCompletionStage().toCompletableFuture().join();
    }

    public static HttpReceiver answering(Handler<HttpServerResponse> answer) {
        return new HttpReceiver(new HttpServerOptions().setHost("127.0.0.1"), answer);
    }

    public static HttpReceiver answering(int status) {
        return answering(response -> response.setStatusCode(status).end());
    }

    public static HttpReceiver with(HttpServerOptions options) {
        return new HttpReceiver(options, HttpServerResponse::end);
    }

    public int port() {
        return server.actualPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public Got only() {
        if (got.size() != 1) {
            throw new AssertionError(got.size() + " requests");
        }
        return got.getFirst();
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }

    private void take(HttpServerRequest request, Buffer body, Handler<HttpServerResponse> answer) {
        var headers = new TreeMap<String, List<String>>();
        for (var name : request.headers().names()) {
            headers.put(name.toLowerCase(Locale.ROOT), request.headers().getAll(name));
        }
        got.add(new Got(request.remoteAddress().toString(), request.method() + " " + request.uri(), headers, body));
        answer.handle(request.response());
    }
}
