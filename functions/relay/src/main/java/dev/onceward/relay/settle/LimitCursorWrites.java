package dev.onceward.relay.settle;

import java.time.Duration;

import dev.onceward.internal.pace.AtMostEvery;

/// How often cursors are written when nothing else has to be. That everything arrived is told by the cursors alone, a few
/// times a second.
final class LimitCursorWrites {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    /// The share of the time that may go into cursors. A transaction that somebody leaves open makes each update slower
    /// than the one before, because all old versions of the row stay.
    private static final int SHARE = 20;
    /// While there is nothing to deliver a cursor only saves looking at the same again.
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final AtMostEvery afterEvents = new AtMostEvery(SHORTEST);
    private final AtMostEvery afterNothing = new AtMostEvery(IDLE);
    private boolean isIdle = true;

    LimitCursorWrites() {
        begin();
    }

    void hadEvents() {
        isIdle = false;
    }

    boolean isDue() {
        return isIdle ? afterNothing.isDue() : afterEvents.isDue();
    }

    /// They are written now.
    void begin() {
        isIdle = true;
        afterEvents.happensNow();
        afterNothing.happensNow();
    }

    /// @param took how long it took to write them
    void end(Duration took) {
        var interval = took.multipliedBy(SHARE);
        afterEvents.pauseFor(shorter(longer(interval, SHORTEST), LONGEST).minus(took));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
