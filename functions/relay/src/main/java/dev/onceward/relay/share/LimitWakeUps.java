package dev.onceward.relay.share;

import java.time.Duration;

import io.vertx.core.Vertx;

/// Makes one call of all that come within a moment, and rests between one and the next, so that whoever calls again and
/// again does not keep the loops from resting. No call is lost: one that comes during the rest is made after it.
public final class LimitWakeUps {
    private static final Duration MOMENT = Duration.ofMillis(20);

    private final Vertx vertx;
    private final Duration rest;
    private final Runnable call;
    private boolean isWaiting;
    private long lastCall;

    /// @param rest from one call to the next at least
    public LimitWakeUps(Vertx vertx, Duration rest, Runnable call) {
        this.vertx = vertx;
        this.rest = rest;
        this.call = call;
        this.lastCall = System.nanoTime() - rest.toNanos();
    }

    public synchronized void call() {
        if (!isWaiting) {
            isWaiting = true;
            var left = Duration.ofNanos(lastCall + rest.toNanos() - System.nanoTime());
            var _ = vertx.setTimer(Math.max(MOMENT.toMillis(), left.toMillis() + 1), _ -> make());
        }
    }

    private void make() {
        begin();
        call.run();
    }

    /// Before the call itself, so that whoever calls from now on is not taken for one of those it was made for.
    private synchronized void begin() {
        isWaiting = false;
        lastCall = System.nanoTime();
    }
}
