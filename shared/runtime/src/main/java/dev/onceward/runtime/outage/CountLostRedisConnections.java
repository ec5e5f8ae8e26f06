package dev.onceward.runtime.outage;

import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.runtime.Startup;

/// Counts connections to Redis that broke, in the place of a stack trace for each. The pool of Vert.x gives its connections a
/// handler that logs the failure as "Unhandled Error". One of our own could be set on a connection that is borrowed, but not
/// on one that breaks while it is opened or rests in the pool. So that record is taken out of the log. The failure itself
/// reaches whoever waits for an answer, and is told there.
@Startup
@Singleton
final class CountLostRedisConnections implements Filter {
    /// Held, because a logger that nobody holds may be forgotten with its filter.
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
