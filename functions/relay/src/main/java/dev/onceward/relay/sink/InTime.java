package dev.onceward.relay.sink;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.MutinyHelper;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

import dev.onceward.log.Event;
import dev.onceward.relay.sink.Outcome.Failed;

/// What holds for every broker: an outcome within the time of an attempt, where the caller is and not on a thread of the
/// broker's client, and never a failure.
///
/// @param broker its name in the reasons
public record InTime(String broker, Sink sink, Duration timeout) implements Sink {

    @Override
    public Uni<Outcome> send(Event event) {
        return Uni.createFrom().deferred(() -> sent(event, Vertx.currentContext()));
    }

    @Override
    public Uni<Void> close() {
        return sink.close();
    }

    private Uni<Outcome> sent(Event event, @Nullable Context caller) {
        var outcome = Uni.createFrom().deferred(() -> sink.send(event))
                .ifNoItem().after(timeout).recoverWithItem(this::late)
                .onFailure().recoverWithItem(this::failed);
        return caller == null ? outcome : outcome.emitOn(MutinyHelper.executor(caller));
    }

    private Outcome late() {
        return new Failed(broker + " did not confirm the event within " + timeout.toMillis() + " ms.", null, null);
    }

    private Outcome failed(Throwable failure) {
        return new Failed(Reason.of(broker, failure), null, null);
    }
}
