package dev.onceward.bench;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;

/// The fixed set of connections a target is measured over.
record Wires(Vertx vertx, NetClient client, List<Wire> all) implements AutoCloseable {
    private static final int COUNT = 64;

    /// @param letter what will be sent, one for each connection
    static Wires open(Vertx vertx, int port, Supplier<Letter> letter) {
        var client = vertx.createNetClient();
        var wires = Stream.generate(() -> Wire.connect(client, port, letter.get()))
                .limit(COUNT)
                .toList();
        return new Wires(vertx, client, Await.result(Future.all(wires)).list());
    }

    List<Wire> working() {
        return all.stream().filter(Wire::open).toList();
    }

    @Override
    public void close() {
        all.forEach(Wire::close);
        Await.result(client.close());
    }
}
