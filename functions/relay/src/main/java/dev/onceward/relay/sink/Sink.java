package dev.onceward.relay.sink;

import io.smallrye.mutiny.Uni;

import dev.onceward.runtime.log.Event;

/// Delivers the events of one subscription. A sink is made at the start and closed with the process. A sink that cannot
/// connect reports that by its outcomes and keeps trying.
public interface Sink {

    /// Completes with an outcome, on any thread. The caller limits the time by cancelling.
    Uni<AttemptOutcome> send(Event event);

    Uni<Void> close();
}
