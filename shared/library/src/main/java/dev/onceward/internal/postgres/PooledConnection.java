package dev.onceward.internal.postgres;

import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import org.jspecify.annotations.Nullable;

/// A connection of the pool, for one piece of work.
final class PooledConnection {
    private @Nullable SqlConnection held;
    private boolean over;

    /// @return false if nobody waits for it any more; it is back in the pool then
    synchronized boolean take(SqlConnection connection) {
        if (over) {
            var _ = connection.close();
        } else {
            held = connection;
        }
        return !over;
    }

    /// Gives it back, unless nobody waits for its answer any more. The network may have lost it without a sign, and then
    /// it would keep its place in the pool for ever; given back, it would hold up whoever gets it next.
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

    /// From below the protocol, which would say goodbye and wait for the other end. The pool has no way to ask for this. A
    /// connection that broke a moment ago has no handlers any more, and nothing is left to end.
    private static void sever(SqlConnection connection) {
        var lost = (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap().unwrap();
        var handlers = lost.socket().channelHandlerContext().pipeline().firstContext();
        if (handlers != null) {
            var _ = handlers.close();
        }
    }
}
