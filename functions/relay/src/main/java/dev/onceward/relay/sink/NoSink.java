package dev.onceward.relay.sink;

import io.smallrye.mutiny.Uni;

import dev.onceward.log.Event;
import dev.onceward.relay.sink.Outcome.Delivered;

/// Takes everything and keeps nothing: to measure the rest.
public final class NoSink implements Sink {
    private static final Uni<Outcome> DELIVERED = Uni.createFrom().item(new Delivered(false));

    @Override
    public Uni<Outcome> send(Event event) {
        return DELIVERED;
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().voidItem();
    }
}
