package dev.onceward.intake.cloudevents;

import java.util.List;

import dev.onceward.intake.body.Parsed;

/// What a request to the address of CloudEvents holds. Each item is parsed alone: an invalid one stops no other.
public sealed interface CloudEventsBody {

    /// The one event of a request in binary or structured mode.
    record Single(Parsed<CloudEvent> item) implements CloudEventsBody {}

    record Batch(List<Parsed<CloudEvent>> items) implements CloudEventsBody {}
}
