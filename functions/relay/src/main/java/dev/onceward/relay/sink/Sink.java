package dev.onceward.relay.sink;

import io.smallrye.mutiny.Uni;

import dev.onceward.runtime.log.Event;

/// Where a subscription's events go. Each subscription has its own, made at the start and closed with the process; one
/// that cannot connect yet says so with the outcomes and goes on trying.
public interface Sink {

    /// Ends with an outcome, on any thread. How long that may take is the caller's affair, who cancels.
    Uni<AttemptOutcome> send(Event event);

    Uni<Void> close();
}
