package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.window.EventToDeliver;

/// The result of an event within its page.
public sealed interface DeliveryResult {
    EventToDeliver item();

    /// The event was tried, and the attempt has an outcome.
    record Tried(EventToDeliver item, AttemptOutcome outcome, Duration took) implements DeliveryResult {

        /// Returns the result for an attempt that outlived its page, which has parked the event meanwhile.
        public Tried afterPage() {
            return new Tried(EventToDeliver.ofParked(item.shard(), item.event(), item.attempts()), outcome, took);
        }
    }

    /// The attempt has no outcome yet.
    ///
    /// @param end completes with the outcome
    record StillUnderWay(EventToDeliver item, CompletableFuture<Tried> end) implements DeliveryResult {}

    /// No attempt began.
    record NotTried(EventToDeliver item) implements DeliveryResult {}
}
