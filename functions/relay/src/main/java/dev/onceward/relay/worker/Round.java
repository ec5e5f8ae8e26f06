package dev.onceward.relay.worker;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.read.PageRead;
import dev.onceward.relay.window.EventToDeliver;

/// The state of a round of a subscription, step by step.
///
/// @param room how many more events the round may have
/// @param due parked events that are due
/// @param page what was read of the log; null if there was no room for it
/// @param results the results of all these events
record Round(int room, List<EventToDeliver> due, @Nullable PageRead page, List<DeliveryResult> results) {

    static Round of(int room) {
        return new Round(room, List.of(), null, List.of());
    }

    Round withDue(List<EventToDeliver> found) {
        return new Round(Math.max(0, room - found.size()), found, page, results);
    }

    Round withPage(PageRead read) {
        return new Round(room, due, read, results);
    }

    Round withResults(List<DeliveryResult> delivered) {
        return new Round(room, due, page, delivered);
    }

    /// All events to be delivered. Parked events come before events of the log with the same ordering key.
    List<EventToDeliver> events() {
        return page == null ? due : Stream.concat(due.stream(), page.page().events().stream()).toList();
    }

    /// Whether there may be more events at once.
    boolean hasMore() {
        return !due.isEmpty() || page == null || page.hasMore();
    }
}
