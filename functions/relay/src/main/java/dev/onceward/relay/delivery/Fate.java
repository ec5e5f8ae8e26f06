package dev.onceward.relay.delivery;

import java.time.Duration;

import dev.onceward.relay.sink.Outcome;

/// What a page's time brought an item.
public sealed interface Fate {
    Item item();

    /// It was tried, and the receiver or the way there had an answer.
    record Tried(Item item, Outcome outcome, Duration took) implements Fate {

        /// When its page was over, which has parked it meanwhile.
        public Tried afterAll() {
            return new Tried(new Item(item.shard(), item.event(), item.attempts(), true), outcome, took);
        }
    }

    /// It was tried, and there is no answer yet.
    record Flying(Item item) implements Fate {}

    /// It was not tried.
    record Left(Item item) implements Fate {}
}
