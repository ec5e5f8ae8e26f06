package dev.onceward.intake.cloudevents;

import java.util.List;

import dev.onceward.runtime.body.Parsed;

/// The CloudEvents of one request. Each event is parsed alone, so an invalid event does not affect the others.
public sealed interface CloudEventsBody {

    /// The one event of a request in binary or structured mode.
    record Single(Parsed<CloudEvent> item) implements CloudEventsBody {}

    record Batch(List<Parsed<CloudEvent>> items) implements CloudEventsBody {}
}
