package dev.onceward.intake.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.quarkus.logging.Log;

import dev.onceward.runtime.outage.RepeatedFailures;

/// Whether Redis is worth asking. After a failure it is left alone for a while, so that nobody waits for it; the time is
/// this process's own and compared with nobody's.
public final class RedisAvailability {
    private static final long HERE = 0;

    private final long pauseNanos;
    private final AtomicLong awayUntil = new AtomicLong(HERE);
    private final RepeatedFailures streak = new RepeatedFailures();

    public RedisAvailability(Duration pause) {
        this.pauseNanos = pause.toNanos();
    }

    public boolean isWorthAsking() {
        var until = awayUntil.get();
        return until == HERE || System.nanoTime() - until >= 0;
    }

    public boolean isAway() {
        return awayUntil.get() != HERE;
    }

    public void answered() {
        if (awayUntil.get() != HERE) {
            awayUntil.set(HERE);
        }
        if (streak.succeeded()) {
            Log.info("Redis is available again");
        }
    }

    public void failed(Throwable failure) {
        var until = System.nanoTime() + pauseNanos;
        awayUntil.set(until == HERE ? 1 : until);
        if (streak.failed()) {
            Log.warnf("Redis is unavailable, so PostgreSQL alone finds duplicates, which is slower: cause=%s",
                    failure.toString());
        }
    }
}
