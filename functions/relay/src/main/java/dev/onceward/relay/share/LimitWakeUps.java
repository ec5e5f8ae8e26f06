package dev.onceward.relay.share;

import java.time.Duration;

import io.vertx.core.Vertx;

import dev.onceward.internal.pace.AtMostEvery;

/// Makes one call of all that come within a moment, and rests between one and the next, so that whoever calls again and
/// again does not keep the loops from resting. No call is lost: one that comes during the rest is made after it.
public final class LimitWakeUps {
    private static final Duration MOMENT = Duration.ofMillis(20);

    private final Vertx vertx;
    private final Runnable call;
    private final AtMostEvery calling;
    private boolean isWaiting;

    /// @param rest from one call to the next at least
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

    /// Before the call itself, so that whoever calls from now on is not taken for one of those it was made for.
    private synchronized void begin() {
        isWaiting = false;
        calling.happensNow();
    }
}
