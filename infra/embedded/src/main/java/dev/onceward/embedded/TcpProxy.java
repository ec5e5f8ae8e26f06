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

/// The network between a function and a server, which can lose connections as networks do: without a sign to either end,
/// or with a reset.
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

    /// The server's address, by this way.
    public String url() {
        return server.toString().replace(":" + server.getPort(), ":" + entrance.getLocalPort());
    }

    /// What runs now is lost; whoever connects anew gets through.
    public void loseConnections() {
        loseConnections(0);
    }

    /// @param more how many of those that connect anew are lost as well
    public void loseConnections(int more) {
        lost = next.get() + more;
    }

    /// Ends all connections with a reset, at both ends. Whoever connects anew gets through.
    public void reset() throws IOException {
        for (var socket : List.copyOf(sockets)) {
            var _ = sockets.remove(socket);
            reset(socket);
        }
    }

    /// A socket that lingers for no time is not closed in order but reset.
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
            // The test is over.
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
            // By the other end.
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
