package dev.onceward.runtime.outage;

import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.runtime.Startup;

/// Counts connections to Redis that break, instead of a stack trace for each. The pool of Vert.x sets a handler that
/// logs the failure as "Unhandled Error". We could replace the handler of a borrowed connection, but not of one that
/// breaks while it is opened or idle in the pool. So this class filters that record out of the log output. The failure
/// itself reaches whoever waits for an answer, and is reported there.
@Startup
@Singleton
final class CountLostRedisConnections implements Filter {
    /// A field, because a logger without a strong reference may be garbage-collected together with its filter.
    private final Logger pool = Logger.getLogger("io.vertx.redis.client.impl.RedisConnectionManager");
    private final LostConnections lost;

    CountLostRedisConnections(LostConnections lost) {
        this.lost = lost;
        pool.setFilter(this);
    }

    @Override
    public boolean isLoggable(LogRecord entry) {
        if (!"Unhandled Error".equals(entry.getMessage())) {
            return true;
        }
        lost.redis();
        Log.debugf("a connection to Redis broke: cause=%s", entry.getThrown());
        return false;
    }
}
