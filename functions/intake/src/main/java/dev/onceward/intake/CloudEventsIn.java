package dev.onceward.intake;

import java.util.List;

import dev.onceward.problem.Problem;

/// What a request to the CloudEvents sink holds.
sealed interface CloudEventsIn {

    /// The one event of a binary or structured request.
    record Single(Item item) implements CloudEventsIn {}

    record Batch(List<Item> items) implements CloudEventsIn {}

    record Unreadable(Problem problem) implements CloudEventsIn {}

    /// One event, or why it is none. In a batch it sinks no other.
    sealed interface Item {

        record Good(CloudEvent event) implements Item {}

        record Bad(Problem problem) implements Item {}
    }
}
