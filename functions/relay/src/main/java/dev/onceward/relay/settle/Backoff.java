package dev.onceward.relay.settle;

import java.time.Duration;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.subscription.Subscription.Retry;

/// How long an event waits for its next attempt: by chance between nothing and a ceiling that doubles with each
/// failure. All of the pause is left to chance, because what failed together would else come back together.
final class Backoff {
    private static final int MOST_DOUBLINGS = 40;

    private Backoff() {}

    /// @param failures so far, the last one included
    /// @param notBefore what the receiver asked for; the pause by chance comes on top, for the same reason
    static Duration after(int failures, Retry retry, @Nullable Duration notBefore, RandomGenerator chance) {
        var pause = Duration.ofMillis(chance.nextLong(ceiling(failures, retry).toMillis() + 1));
        return notBefore == null ? pause : notBefore.plus(pause);
    }

    private static Duration ceiling(int failures, Retry retry) {
        var doubled = retry.delay().multipliedBy(1L << Math.clamp(failures - 1L, 0, MOST_DOUBLINGS));
        return doubled.compareTo(retry.cap()) < 0 ? doubled : retry.cap();
    }
}
