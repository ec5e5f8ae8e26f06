package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.delivery.CircuitBreaker.Limits;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;

/// Attempts to deliver events of one subscription, and stops for a while when the receiver fails repeatedly.
public final class AttemptDelivery {
    private final Subscription subscription;
    private final Sink sink;
    private final Consumer<Tried> told;
    private final AtomicReference<CircuitBreaker> breaker;

    /// @param told receives each attempt that ended
    public AttemptDelivery(Subscription subscription, Sink sink, Limits limits, Consumer<Tried> told) {
        this.subscription = subscription;
        this.sink = sink;
        this.told = told;
        this.breaker = new AtomicReference<>(CircuitBreaker.closed(limits));
    }

    /// How long to wait until the next attempt is allowed.
    public Duration pause() {
        return breaker.get().pause(System.nanoTime());
    }

    /// Whether the next attempt is a probe, which shows whether the receiver accepts events again.
    public boolean areProbes() {
        return !(breaker.get() instanceof CircuitBreaker.Closed);
    }

    /// Asks for permission to begin an attempt. If the result is true, the attempt counts as begun.
    public boolean admit() {
        CircuitBreaker before;
        Optional<CircuitBreaker> after;
        do {
            before = breaker.get();
            after = before.admit(System.nanoTime());
        } while (after.isPresent() && !breaker.compareAndSet(before, after.get()));
        return after.isPresent();
    }

    /// Completes with an outcome within the time of an attempt, whatever the sink does, even if it throws. An attempt
    /// that takes longer is cancelled. It completes on the caller's context, because the caller must not run on a
    /// thread of a broker's client.
    public CompletableFuture<Tried> send(EventToDeliver eventToDeliver) {
        var start = System.nanoTime();
        return Uni.createFrom().deferred(() -> sink.send(eventToDeliver.event()))
                .ifNoItem().after(subscription.timeout()).recoverWithItem(this::late)
                .onFailure().recoverWithItem(AttemptDelivery::broken)
                .map(outcome -> new Tried(eventToDeliver, outcome, Duration.ofNanos(System.nanoTime() - start)))
                .onItem().invoke(this::learn)
                .emitOn(where(Vertx.currentContext()))
                .subscribeAsCompletionStage();
    }

    private AttemptOutcome late() {
        return new Failed("no answer within " + subscription.timeout().toMillis() + " ms", null, null);
    }

    private static AttemptOutcome broken(Throwable failure) {
        return new Failed(String.valueOf(failure), null, null);
    }

    /// Runs at once if this is the caller's context already, as it mostly is over HTTP.
    private static Executor where(@Nullable Context caller) {
        return task -> {
            if (caller == null || caller.equals(Vertx.currentContext())) {
                task.run();
            } else {
                caller.runOnContext(_ -> task.run());
            }
        };
    }

    /// Refusals count as failures of the receiver. If it refuses one event after the other, its password may have
    /// changed, and each further refusal could make an event dead.
    private void learn(Tried tried) {
        told.accept(tried);
        switch (tried.outcome()) {
            case Failed(var why, _, _) -> failed(why);
            case Refused(var why, _) -> failed(why);
            case Delivered _,Gone _ -> worked();
        }
    }

    private void failed(String why) {
        var now = System.nanoTime();
        var before = breaker.getAndUpdate(state -> state.failed(now));
        if (before instanceof CircuitBreaker.Closed && before.failed(now) instanceof CircuitBreaker.Open) {
            Log.warnf("the relay stopped sending for a while after repeated failures: subscription=%s cause=%s",
                    subscription.name(), why);
        }
    }

    private void worked() {
        var before = breaker.getAndUpdate(
                state -> state instanceof CircuitBreaker.Closed(_, var failures) && failures == 0
                        ? state
                        : state.worked());
        if (!(before instanceof CircuitBreaker.Closed)) {
            Log.infof("the receiver accepts events again: subscription=%s", subscription.name());
        }
    }
}
