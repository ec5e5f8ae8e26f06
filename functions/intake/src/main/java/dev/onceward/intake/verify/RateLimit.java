package dev.onceward.intake.verify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// Allows a number of actions in any minute.
final class RateLimit {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Clock clock;
    private final int most;
    private final Deque<Instant> taken = new ArrayDeque<>();

    RateLimit(Clock clock, int most) {
        this.clock = clock;
        this.most = most;
    }

    synchronized boolean take() {
        var now = clock.instant();
        while (!taken.isEmpty() && !taken.getFirst().plus(MINUTE).isAfter(now)) {
            taken.removeFirst();
        }
        return taken.size() < most && taken.offerLast(now);
    }
}
