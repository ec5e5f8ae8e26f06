package dev.onceward.bench;

import java.util.function.Consumer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

/// A keep-alive connection with at most one request under way. It speaks just enough HTTP/1.1, because a real client
/// would take half of the machine from what it measures.
final class Wire {
    private final NetSocket socket;
    private final Letter letter;
    private final Answer answer = new Answer();
    private Consumer<Wire> heard = wire -> {};
    private boolean open = true;
    private long number;
    private long due;

    private Wire(NetSocket socket, Letter letter) {
        this.socket = socket;
        this.letter = letter;
    }

    static Future<Wire> connect(NetClient client, int port, Letter letter) {
        return client.connect(port, "127.0.0.1").map(socket -> {
            var wire = new Wire(socket, letter);
            socket.handler(wire::hear).closeHandler(closed -> wire.end()).exceptionHandler(failure -> wire.end());
            return wire;
        });
    }

    /// @param heard called once for each request, with the answer or with the end of the connection
    void tell(Consumer<Wire> heard) {
        this.heard = heard;
    }

    void send(long number, long due) {
        this.number = number;
        this.due = due;
        answer.clear();
        socket.write(letter.numbered(number));
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

    Answer answer() {
        return answer;
    }

    private void hear(Buffer more) {
        if (answer.add(more)) {
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
