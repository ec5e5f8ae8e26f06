package dev.onceward.relay.worker;

import java.time.Duration;

/// How a round of a subscription ended.
///
/// @param more whether there may be more to do at once
/// @param pause how long it makes no sense to try again, whatever comes in
record RoundResult(boolean more, Duration pause) {

    static RoundResult quiet(Duration pause) {
        return new RoundResult(false, pause);
    }
}
