package dev.onceward.relay.window;

import dev.onceward.runtime.log.Event;

/// An event to be delivered to a subscription, from a page of the log or a parked event that is due.
///
/// @param attempts how many attempts it had
/// @param isParked whether it has a row among the parked events
public record EventToDeliver(short shard, Event event, int attempts, boolean isParked) {

    public static EventToDeliver ofLog(short shard, Event event) {
        return new EventToDeliver(shard, event, 0, false);
    }

    public static EventToDeliver ofParked(short shard, Event event, int attempts) {
        return new EventToDeliver(shard, event, attempts, true);
    }
}
