package dev.onceward.intake.log;

import io.quarkus.logging.Log;

import dev.onceward.runtime.outage.RepeatedFailures;

/// Writes one line to the log when appends begin to fail, with the cause, and one when they work again.
final class LogAvailability {
    private final RepeatedFailures streak = new RepeatedFailures();

    void lost(String why) {
        if (streak.failed()) {
            Log.warnf("append failed, answering 503: cause=%s", why);
        }
    }

    void found() {
        if (streak.succeeded()) {
            Log.info("appends work again");
        }
    }
}
