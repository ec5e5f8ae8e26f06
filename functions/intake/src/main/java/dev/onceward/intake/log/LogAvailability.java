package dev.onceward.intake.log;

import io.quarkus.logging.Log;

import dev.onceward.internal.pace.RepeatedFailures;

/// Logs one line when appends begin to fail, with the cause, and one line when they work again.
final class LogAvailability {
    private final RepeatedFailures streak = new RepeatedFailures();

    void lost(String why) {
        if (streak.failed()) {
            Log.warnf("intake could not store events and answers 503: cause=%s", why);
        }
    }

    void found() {
        if (streak.succeeded()) {
            Log.info("intake stores events again");
        }
    }
}
