package dev.onceward.relay.worker;

import java.time.Duration;

/// How a round of a subscription ended.
///
/// @param more whether there may be more to do at once
/// @param pause how long it makes no sense to try again, whatever comes in
/// @param hasAll whether all shards are held, so that what is not found in them is nowhere
/// @param isPaused whether the subscription is paused
/// @param hasUnfinished whether attempts outlived their page and are not settled
record RoundResult(boolean more, Duration pause, boolean hasAll, boolean isPaused, boolean hasUnfinished) {

    static RoundResult failed(Duration pause) {
        return new RoundResult(false, pause, false, false, false);
    }
}
