package dev.onceward.relay.progress;

import java.time.Duration;

import dev.onceward.internal.pace.AtMostEvery;

/// Limits how often the cursors are written when there are no other rows to write. If every event of a page was
/// delivered, the cursors are the only record of it, and they are written a few times a second.
final class LimitCursorWrites {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    /// Writing cursors may take a twentieth of the time. A long transaction elsewhere makes each update slower than the
    /// one before, because all old versions of the row are kept.
    private static final int SHARE = 20;
    /// While there is nothing to deliver, writing a cursor only avoids reading the same stretch of the log again.
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

    /// Notes that a write begins.
    void begin() {
        isIdle = true;
        afterEvents.happensNow();
        afterNothing.happensNow();
    }

    /// @param took how long the write took
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
