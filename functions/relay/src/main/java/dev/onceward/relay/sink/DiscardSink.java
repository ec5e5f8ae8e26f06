package dev.onceward.relay.sink;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.runtime.log.Event;

/// Discards every event, for measurements.
public final class DiscardSink implements Sink {
    private static final Uni<AttemptOutcome> DELIVERED = Uni.createFrom().item(new Delivered(false));

    @Override
    public Uni<AttemptOutcome> send(Event event) {
        return DELIVERED;
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().voidItem();
    }
}
