package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.window.EventToDeliver;

/// What a page's time brought an item.
public sealed interface DeliveryResult {
    EventToDeliver item();

    /// It was tried, and the receiver or the way there had an answer.
    record Tried(EventToDeliver item, AttemptOutcome outcome, Duration took) implements DeliveryResult {

        /// When its page was over, which has parked it meanwhile.
        public Tried afterPage() {
            return new Tried(EventToDeliver.ofParked(item.shard(), item.event(), item.attempts()), outcome, took);
        }
    }

    /// It was tried, and there is no answer yet.
    ///
    /// @param end what comes of it
    record StillUnderWay(EventToDeliver item, CompletableFuture<Tried> end) implements DeliveryResult {}

    /// It was not tried.
    record NotTried(EventToDeliver item) implements DeliveryResult {}
}
