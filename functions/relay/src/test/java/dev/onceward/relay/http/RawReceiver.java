package dev.onceward.relay.http;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

import static dev.onceward.relay.http.HttpSinks.PATIENCE;
import static dev.onceward.relay.http.HttpSinks.VERTX;
import static java.util.concurrent.TimeUnit.SECONDS;

/// A receiver below HTTP, for answers that no server gives.
final class RawReceiver implements AutoCloseable {
    /// Each is done when its connection has ended.
    public final List<CompletableFuture<Void>> connections = new CopyOnWriteArrayList<>();
    private final NetServer server;

    private RawReceiver(Consumer<NetSocket> answer) {
        server = VERTX.createNetServer(new NetServerOptions().setHost("127.0.0.1"))
                .connectHandler(socket -> connected(socket, answer))
                .listen(0)
                .toCompletionStage().toCompletableFuture().join();
    }

    /// Answers whatever comes with these bytes.
    public static RawReceiver saying(String bytes) {
        return answering(socket -> socket.write(bytes));
    }

    /// @param answer what becomes of a connection on which a request has come
    public static RawReceiver answering(Consumer<NetSocket> answer) {
        return new RawReceiver(answer);
    }

    public String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    public void awaitEnd(int connection) {
        try {
            var _ = connections.get(connection).get(PATIENCE.toSeconds(), SECONDS);
        } catch (Exception stillOpen) {
            throw new AssertionError("the connection is still open", stillOpen);
        }
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }

    private void connected(NetSocket socket, Consumer<NetSocket> answer) {
        var ended = new CompletableFuture<Void>();
        connections.add(ended);
        socket.closeHandler(_ -> ended.complete(null));
        socket.exceptionHandler(_ -> ended.complete(null));
        socket.handler(_ -> answer.accept(socket));
    }
}
