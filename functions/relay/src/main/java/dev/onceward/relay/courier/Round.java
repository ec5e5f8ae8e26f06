package dev.onceward.relay.courier;

import java.time.Duration;

/// What one round of a subscription did.
///
/// @param more whether there may be more to do at once
/// @param pause how long it makes no sense to try again, whatever comes in
record Round(int delivered, int parked, int dead, boolean more, Duration pause) {

    static Round quiet(Duration pause) {
        return new Round(0, 0, 0, false, pause);
    }
}
