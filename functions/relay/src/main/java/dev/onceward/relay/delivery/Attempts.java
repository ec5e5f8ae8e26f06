package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.relay.delivery.Breaker.Limits;
import dev.onceward.relay.delivery.Fate.Tried;
import dev.onceward.relay.sink.Outcome.Failed;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;

/// The attempts of one subscription, and what they teach about its receiver.
public final class Attempts {
    private final Subscription subscription;
    private final Sink sink;
    private final Consumer<Tried> told;
    private final AtomicReference<Breaker> breaker;

    /// @param told hears of each attempt that ended
    public Attempts(Subscription subscription, Sink sink, Limits limits, Consumer<Tried> told) {
        this.subscription = subscription;
        this.sink = sink;
        this.told = told;
        this.breaker = new AtomicReference<>(Breaker.closed(limits));
    }

    /// How long the receiver is left alone yet.
    public Duration pause() {
        return breaker.get().pause(System.nanoTime());
    }

    /// Whether one attempt is to show if the receiver takes events again.
    public boolean areProbes() {
        return !(breaker.get() instanceof Breaker.Closed);
    }

    /// Whether another attempt may begin. It has begun then.
    public boolean admit() {
        Breaker before;
        Optional<Breaker> after;
        do {
            before = breaker.get();
            after = before.admit(System.nanoTime());
        } while (after.isPresent() && !breaker.compareAndSet(before, after.get()));
        return after.isPresent();
    }

    /// Ends with an outcome whatever the sink does, also if it throws.
    public CompletableFuture<Tried> send(Item item) {
        var start = System.nanoTime();
        return Uni.createFrom().deferred(() -> sink.send(item.event()))
                .ifNoItem().after(subscription.timeout()).recoverWithItem(() -> new Failed(
                        "no answer within " + subscription.timeout().toMillis() + " ms", null, null))
                .onFailure().recoverWithItem(failure -> new Failed(String.valueOf(failure), null, null))
                .map(outcome -> new Tried(item, outcome, Duration.ofNanos(System.nanoTime() - start)))
                .onItem().invoke(this::learn)
                .subscribeAsCompletionStage();
    }

    private void learn(Tried tried) {
        told.accept(tried);
        var before = breaker.get();
        var after = breaker.updateAndGet(state -> tried.outcome() instanceof Failed
                ? state.failed(System.nanoTime())
                : state instanceof Breaker.Closed(_, var failures) && failures == 0 ? state : state.worked());
        if (before instanceof Breaker.Closed && after instanceof Breaker.Open
                && tried.outcome() instanceof Failed(var why, _, _)) {
            Log.warnf("receiver left alone for a while: subscription=%s cause=%s", subscription.name(), why);
        } else if (!(before instanceof Breaker.Closed) && after instanceof Breaker.Closed) {
            Log.infof("receiver takes events again: subscription=%s", subscription.name());
        }
    }
}
