package dev.onceward.bench;

import java.util.function.Consumer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

/// A keep-alive connection with at most one request under way. It speaks just enough HTTP/1.1, because a real client
/// would take half of the machine from what it measures.
final class HttpConnection {
    private final NetSocket socket;
    private final RequestTemplate requestTemplate;
    private final ReadAnswerBytes readAnswerBytes = new ReadAnswerBytes();
    private Consumer<HttpConnection> heard = wire -> {};
    private boolean open = true;
    private long number;
    private long due;

    private HttpConnection(NetSocket socket, RequestTemplate requestTemplate) {
        this.socket = socket;
        this.requestTemplate = requestTemplate;
    }

    static Future<HttpConnection> connect(NetClient client, int port, RequestTemplate requestTemplate) {
        return client.connect(port, "127.0.0.1").map(socket -> {
            var wire = new HttpConnection(socket, requestTemplate);
            socket.handler(wire::hear).closeHandler(closed -> wire.end()).exceptionHandler(failure -> wire.end());
            return wire;
        });
    }

    /// @param heard called once for each request, with the answer or with the end of the connection
    void tell(Consumer<HttpConnection> heard) {
        this.heard = heard;
    }

    void send(long number, long due) {
        this.number = number;
        this.due = due;
        readAnswerBytes.clear();
        socket.write(requestTemplate.numbered(number));
    }

    void close() {
        socket.close();
    }

    boolean open() {
        return open;
    }

    long number() {
        return number;
    }

    /// When the request was meant to leave.
    long due() {
        return due;
    }

    ReadAnswerBytes answer() {
        return readAnswerBytes;
    }

    private void hear(Buffer more) {
        if (readAnswerBytes.add(more)) {
            heard.accept(this);
        }
    }

    private void end() {
        if (open) {
            open = false;
            heard.accept(this);
        }
    }
}
