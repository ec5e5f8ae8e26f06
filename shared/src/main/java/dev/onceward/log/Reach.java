package dev.onceward.log;

import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkus.logging.Log;

/// Says once that PostgreSQL does not store, and why, and once that it does again.
final class Reach {
    private final AtomicBoolean lost = new AtomicBoolean();

    void lost(String why) {
        if (lost.compareAndSet(false, true)) {
            Log.warnf("postgres does not store, senders are answered 503: cause=%s", why);
        }
    }

    void found() {
        if (lost.get() && lost.compareAndSet(true, false)) {
            Log.info("postgres stores again");
        }
    }
}
