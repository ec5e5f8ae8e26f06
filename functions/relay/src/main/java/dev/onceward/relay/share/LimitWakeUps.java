package dev.onceward.relay.share;

import java.time.Duration;

import io.vertx.core.Vertx;

import dev.onceward.internal.pace.AtMostEvery;

/// Combines calls that come within a moment into one, and keeps a pause between two calls, so that a flood of wake-ups
/// does not keep the loops busy. No call is lost: a call during the pause is made after it.
public final class LimitWakeUps {
    private static final Duration MOMENT = Duration.ofMillis(5);

    private final Vertx vertx;
    private final Runnable call;
    private final AtMostEvery calling;
    private boolean isWaiting;

    /// @param rest the least time between two calls
    public LimitWakeUps(Vertx vertx, Duration rest, Runnable call) {
        this.vertx = vertx;
        this.call = call;
        this.calling = new AtMostEvery(rest);
    }

    public synchronized void call() {
        if (!isWaiting) {
            isWaiting = true;
            var _ = vertx.setTimer(Math.max(MOMENT.toMillis(), calling.left().toMillis() + 1), _ -> make());
        }
    }

    private void make() {
        begin();
        call.run();
    }

    /// Runs before the call itself, so that a call that comes from now on leads to another one.
    private synchronized void begin() {
        isWaiting = false;
        calling.happensNow();
    }
}
