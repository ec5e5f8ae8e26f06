package dev.onceward.testing;

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

/// A proxy between a client and a server that loses connections as a network does: without a sign to either end, with an
/// end, or with a reset. It can also lose only what the server answers.
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger next = new AtomicInteger();
    private volatile URI server;
    private volatile int lost;
    private volatile boolean losesAnswers;

    public TcpProxy(String server) {
        this.server = URI.create(server);
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        var _ = Thread.ofVirtual().start(this::accept);
    }

    /// A proxy whose server is named later.
    public static TcpProxy toLaterServer() {
        return new TcpProxy("tcp://localhost:1");
    }

    /// New connections lead to the server at this port, and nothing is lost on them.
    public void leadTo(int port) {
        server = URI.create("tcp://localhost:" + port);
        losesAnswers = false;
    }

    public int port() {
        return entrance.getLocalPort();
    }

    /// The address of the server by way of this proxy.
    public String url() {
        return server.toString().replace(":" + server.getPort(), ":" + port());
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

    /// Loses what the server answers from now on, while requests still arrive.
    public void loseAnswers() {
        losesAnswers = true;
    }

    /// Ends all connections. New connections work.
    public void endConnections() {
        takeAll().forEach(TcpProxy::close);
        losesAnswers = false;
    }

    /// Resets all connections, at both ends. New connections work.
    public void reset() {
        var all = takeAll();
        // Closing a socket whose linger time is zero resets its connection, whichever thread closes it.
        all.forEach(TcpProxy::dropUnsent);
        all.forEach(TcpProxy::close);
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        endConnections();
    }

    private List<Socket> takeAll() {
        var all = List.copyOf(sockets);
        sockets.removeAll(all);
        return all;
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                connect(entrance.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    /// A server that is away ends the connection of the client.
    private void connect(Socket client) {
        try {
            var onward = new Socket(server.getHost(), server.getPort());
            sockets.add(client);
            sockets.add(onward);
            var number = next.incrementAndGet();
            var _ = Thread.ofVirtual().start(() -> carry(number, client, onward, false));
            var _ = Thread.ofVirtual().start(() -> carry(number, onward, client, true));
        } catch (IOException refused) {
            close(client);
        }
    }

    private void carry(int number, Socket from, Socket to, boolean answers) {
        var some = new byte[64 * 1024];
        try {
            for (var n = from.getInputStream().read(some); n >= 0; n = from.getInputStream().read(some)) {
                if (number > lost && !(answers && losesAnswers)) {
                    to.getOutputStream().write(some, 0, n);
                }
            }
        } catch (IOException ended) {
            // An end of the connection was closed, here or there.
        }
        if (number > lost) {
            close(from);
            close(to);
        }
    }

    private static void dropUnsent(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException closed) {
            // There is nothing to reset.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
