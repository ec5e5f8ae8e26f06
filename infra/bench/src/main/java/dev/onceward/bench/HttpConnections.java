package dev.onceward.bench;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;

/// The fixed set of connections a target is measured over.
record HttpConnections(Vertx vertx, NetClient client, List<HttpConnection> all) implements AutoCloseable {
    private static final int COUNT = 64;

    /// @param letter what will be sent, one for each connection
    static HttpConnections open(Vertx vertx, int port, Supplier<RequestTemplate> letter) {
        var client = vertx.createNetClient();
        var wires = Stream.generate(() -> HttpConnection.connect(client, port, letter.get()))
                .limit(COUNT)
                .toList();
        return new HttpConnections(vertx, client, Await.result(Future.all(wires)).list());
    }

    List<HttpConnection> working() {
        return all.stream().filter(HttpConnection::open).toList();
    }

    @Override
    public void close() {
        all.forEach(HttpConnection::close);
        Await.result(client.close());
    }
}
