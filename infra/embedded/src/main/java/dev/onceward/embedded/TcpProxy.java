package dev.onceward.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy between a function and a server that loses connections as a network does: without a sign to either end, or with
/// a reset.
public final class TcpProxy implements AutoCloseable {
    private final URI server;
    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile int lost;
    private final AtomicInteger next = new AtomicInteger();

    public TcpProxy(String server) throws IOException {
        this.server = URI.create(server);
        entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var _ = Thread.ofVirtual().start(this::accept);
    }

    /// The address of the server by way of this proxy.
    public String url() {
        return server.toString().replace(":" + server.getPort(), ":" + entrance.getLocalPort());
    }

    /// Loses all connections that are open now. New connections work.
    public void loseConnections() {
        loseConnections(0);
    }

    /// Loses all connections that are open now, and some new ones.
    ///
    /// @param more how many of the next connections are lost as well
    public void loseConnections(int more) {
        lost = next.get() + more;
    }

    /// Resets all connections, at both ends. New connections work.
    public void reset() throws IOException {
        for (var socket : List.copyOf(sockets)) {
            var _ = sockets.remove(socket);
            reset(socket);
        }
    }

    /// Closing a socket whose linger time is zero resets its connection.
    private static void reset(Socket socket) throws IOException {
        if (!socket.isClosed()) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                var in = entrance.accept();
                var out = new Socket(server.getHost(), server.getPort());
                sockets.add(in);
                sockets.add(out);
                var number = next.incrementAndGet();
                var _ = Thread.ofVirtual().start(() -> carry(number, in, out));
                var _ = Thread.ofVirtual().start(() -> carry(number, out, in));
            }
        } catch (IOException closed) {
            // The proxy was closed because the test is over.
        }
    }

    private void carry(int number, Socket from, Socket to) {
        var some = new byte[64 * 1024];
        try {
            for (var n = from.getInputStream().read(some); n >= 0; n = from.getInputStream().read(some)) {
                if (number > lost) {
                    to.getOutputStream().write(some, 0, n);
                }
            }
            if (number > lost) {
                to.close();
            }
        } catch (IOException closed) {
            // The other end closed the connection.
        }
    }

    @Override
    public void close() {
        try {
            entrance.close();
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
