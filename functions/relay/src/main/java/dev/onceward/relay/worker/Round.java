package dev.onceward.relay.worker;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.read.PageRead;
import dev.onceward.relay.window.EventToDeliver;

/// What a round of a subscription has come to, step by step.
///
/// @param room how many more events it may have
/// @param due parked events that are due
/// @param page what was read of the log; nothing if there was no room for it
/// @param results what came of the events of both
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

    /// All that is to be delivered. What is due stands before what was read of its key.
    List<EventToDeliver> events() {
        return page == null ? due : Stream.concat(due.stream(), page.page().events().stream()).toList();
    }

    /// Whether there may be more to do at once.
    boolean hasMore() {
        return !due.isEmpty() || page == null || page.hasMore();
    }
}
