package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.subscription.Subscription.Retry;

/// Computes how long an event waits for its next attempt: a random time between zero and a limit that doubles with each
/// failure. The whole time is random, because events that failed together would otherwise be tried together again.
final class Backoff {
    private static final int MOST_DOUBLINGS = 40;

    private Backoff() {}

    /// @param failures so far, including the last one
    /// @param notBefore the pause that the receiver asked for; the random time is added to it, for the same reason
    static Duration after(int failures, Retry retry, @Nullable Duration notBefore, RandomGenerator chance) {
        var pause = Duration.ofMillis(chance.nextLong(ceiling(failures, retry).toMillis() + 1));
        return notBefore == null ? pause : notBefore.plus(pause);
    }

    private static Duration ceiling(int failures, Retry retry) {
        var doubled = retry.delay().multipliedBy(1L << Math.clamp(failures - 1L, 0, MOST_DOUBLINGS));
        return doubled.compareTo(retry.cap()) < 0 ? doubled : retry.cap();
    }
}
