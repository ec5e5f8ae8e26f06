package dev.onceward.intake.redis;

import java.time.Duration;

import io.quarkus.logging.Log;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.internal.pace.RepeatedFailures;

/// Decides whether Redis is to be asked. After a failure it is not asked for a while, so that no request waits for it.
/// That time is measured by the clock of this process alone.
public final class RedisAvailability {
    private final AtMostEvery asking;
    private volatile boolean isAway;
    private final RepeatedFailures streak = new RepeatedFailures();

    public RedisAvailability(Duration pause) {
        this.asking = new AtMostEvery(pause);
    }

    public boolean isToBeAsked() {
        return !isAway || asking.isDue();
    }

    public boolean isAway() {
        return isAway;
    }

    public void answered() {
        if (isAway) {
            isAway = false;
        }
        if (streak.succeeded()) {
            Log.info("Redis is available again");
        }
    }

    public void failed(Throwable failure) {
        asking.happensNow();
        isAway = true;
        if (streak.failed()) {
            Log.warnf("Redis is unavailable, so PostgreSQL alone finds duplicates, which is slower: cause=%s",
                    failure.toString());
        }
    }
}
