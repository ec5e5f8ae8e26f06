package dev.onceward.internal.postgres;

import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import org.jspecify.annotations.Nullable;

/// Borrows a connection from the pool for one piece of work.
final class PooledConnection {
    private @Nullable SqlConnection held;
    private boolean over;

    /// @return false if the caller has given up, so that the connection went back to the pool
    synchronized boolean take(SqlConnection connection) {
        if (over) {
            var _ = connection.close();
        } else {
            held = connection;
        }
        return !over;
    }

    /// Gives the connection back, or closes it if the caller gave up before the answer came. The network may have lost
    /// such a connection silently: kept, it would occupy its place in the pool for ever; given back, it would block its
    /// next user.
    synchronized void end(boolean unanswered) {
        over = true;
        if (held != null) {
            if (unanswered) {
                sever(held);
            } else {
                var _ = held.close();
            }
            held = null;
        }
    }

    /// Closes the socket below the protocol, which would send a message and wait for the other end. The pool has no
    /// method for this. A connection that broke a moment ago has no handlers left, and needs no closing.
    private static void sever(SqlConnection connection) {
        var lost = (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap().unwrap();
        var handlers = lost.socket().channelHandlerContext().pipeline().firstContext();
        if (handlers != null) {
            var _ = handlers.close();
        }
    }
}
