package dev.onceward.relay.worker;

import java.time.Duration;

/// The result of a round of a subscription.
///
/// @param more whether there may be more events at once
/// @param pause how long no attempt is allowed, whatever arrives
/// @param hasAll whether all shards are held, so that events that are not found in them do not exist
/// @param isPaused whether the subscription is paused
/// @param hasUnfinished whether attempts outlived their page and are not settled
record RoundResult(boolean more, Duration pause, boolean hasAll, boolean isPaused, boolean hasUnfinished) {

    static RoundResult failed(Duration pause) {
        return new RoundResult(false, pause, false, false, false);
    }
}
