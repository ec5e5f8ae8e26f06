package dev.onceward.relay.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.Sink;
import dev.onceward.runtime.log.Event;

/// Takes what comes and answers as a test tells it to.
public final class ScriptedReceiver implements Sink {
    public static final AttemptOutcome TAKEN = new Delivered(false);
    public static final AttemptOutcome NO = new Failed("no", null, null);

    private final List<Event> received = Collections.synchronizedList(new ArrayList<>());
    private final Map<UUID, CompletableFuture<AttemptOutcome>> held = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private volatile Function<Event, Uni<AttemptOutcome>> answer = _ -> Uni.createFrom().item(TAKEN);

    public ScriptedReceiver answering(Function<Event, AttemptOutcome> attemptOutcome) {
        answer = event -> Uni.createFrom().item(attemptOutcome.apply(event));
        return this;
    }

    /// Nobody hears of an attempt until [#answer] says so.
    ScriptedReceiver holding() {
        answer = event -> Uni.createFrom()
                .completionStage(held.computeIfAbsent(event.id(), _ -> new CompletableFuture<>()));
        return this;
    }

    public void answer(UUID event, AttemptOutcome attemptOutcome) {
        var _ = held.computeIfAbsent(event, _ -> new CompletableFuture<>()).complete(attemptOutcome);
    }

    void answerAll(AttemptOutcome attemptOutcome) {
        held.values().forEach(one -> one.complete(attemptOutcome));
    }

    @Override
    public Uni<AttemptOutcome> send(Event event) {
        received.add(event);
        most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        return answer.apply(event).onTermination().invoke(underWay::decrementAndGet);
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().voidItem();
    }

    List<UUID> received() {
        synchronized (received) {
            return received.stream().map(Event::id).toList();
        }
    }

    public int underWay() {
        return underWay.get();
    }

    int mostAtATime() {
        return most.get();
    }
}
