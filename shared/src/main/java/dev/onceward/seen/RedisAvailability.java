package dev.onceward.seen;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.quarkus.logging.Log;

import dev.onceward.outage.RepeatedFailures;

/// Whether Redis is worth asking. After a failure it is left alone for a while, so that nobody waits for it; the time is
/// this process's own and compared with nobody's.
final class RedisAvailability {
    private static final long HERE = 0;

    private final long pauseNanos;
    private final AtomicLong awayUntil = new AtomicLong(HERE);
    private final RepeatedFailures streak = new RepeatedFailures();

    RedisAvailability(Duration pause) {
        this.pauseNanos = pause.toNanos();
    }

    boolean isWorthAsking() {
        var until = awayUntil.get();
        return until == HERE || System.nanoTime() - until >= 0;
    }

    boolean isAway() {
        return awayUntil.get() != HERE;
    }

    void answered() {
        if (awayUntil.get() != HERE) {
            awayUntil.set(HERE);
        }
        if (streak.succeeded()) {
            Log.info("Redis is available again");
        }
    }

    void failed(Throwable failure) {
        var until = System.nanoTime() + pauseNanos;
        awayUntil.set(until == HERE ? 1 : until);
        if (streak.failed()) {
            Log.warnf("Redis is unavailable, so PostgreSQL alone finds duplicates, which is slower: cause=%s",
                    failure.toString());
        }
    }
}
