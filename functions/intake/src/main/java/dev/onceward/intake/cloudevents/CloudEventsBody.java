package dev.onceward.intake.cloudevents;

import java.util.List;

import dev.onceward.runtime.problem.Problem;

/// What a request to the CloudEvents sink holds.
public sealed interface CloudEventsBody {

    /// The one event of a binary or structured request.
    record Single(BatchItem item) implements CloudEventsBody {}

    record Batch(List<BatchItem> items) implements CloudEventsBody {}

    record Unreadable(Problem problem) implements CloudEventsBody {}

    /// One event, or why it is none. In a batch it sinks no other.
    sealed interface BatchItem {

        record ValidItem(CloudEvent event) implements BatchItem {}

        record InvalidItem(Problem problem) implements BatchItem {}
    }
}
