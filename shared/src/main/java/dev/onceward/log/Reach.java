package dev.onceward.log;

import io.quarkus.logging.Log;

import dev.onceward.outage.FailureStreak;

/// Says once that PostgreSQL does not store, and why, and once that it does again.
final class Reach {
    private final FailureStreak streak = new FailureStreak();

    void lost(String why) {
        if (streak.failed()) {
            Log.warnf("postgres does not store, senders are answered 503: cause=%s", why);
        }
    }

    void found() {
        if (streak.succeeded()) {
            Log.info("postgres stores again");
        }
    }
}
