package dev.onceward.relay.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Stands between a client and a broker, so that what the broker says can get lost on the way.
public final class BrokerProxy implements AutoCloseable {
    private final ServerSocket front;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile int broker;
    private volatile boolean mute;

    public BrokerProxy() {
        try {
            front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return front.getLocalPort();
    }

    /// Leads to the broker at a port, as long as nothing else is said.
    public void to(int port) {
        broker = port;
        mute = false;
    }

    /// From now on nothing that the broker says arrives.
    public void mute() {
        mute = true;
    }

    /// Ends all connections. New ones are sound.
    public void cut() {
        open.forEach(BrokerProxy::end);
        open.clear();
        mute = false;
    }

    @Override
    public void close() {
        try {
            front.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        cut();
    }

    private void accept() {
        while (!front.isClosed()) {
            try {
                connect(front.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), broker);
            open.add(client);
            open.add(server);
            Thread.ofVirtual().start(() -> carry(client, server, false));
            Thread.ofVirtual().start(() -> carry(server, client, true));
        } catch (IOException refused) {
            end(client);
        }
    }

    private void carry(Socket from, Socket to, boolean answers) {
        var buffer = new byte[1 << 16];
        try (from; to) {
            for (var n = from.getInputStream().read(buffer); n >= 0; n = from.getInputStream().read(buffer)) {
                if (!answers || !mute) {
                    to.getOutputStream().write(buffer, 0, n);
                }
            }
        } catch (IOException ended) {
            // The other end has ended as well.
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
