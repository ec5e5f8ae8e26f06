package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.internal.pace.RepeatedFailures;

/// Runs one round of a worker after the other. After a round without events it rests, longer each time, until events
/// are announced.
public final class WorkerLoop {
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);

    private final SubscriptionWorker worker;
    private final WorkerConfig config;
    private final LogFailures failures;
    private final WorkerSleep workerSleep;
    private volatile boolean ending;
    private volatile boolean called;
    private Duration rest;
    private CompletableFuture<?> running = CompletableFuture.completedFuture(null);

    /// @param away the failures because PostgreSQL is unreachable, shared by all loops of the process
    public WorkerLoop(SubscriptionWorker worker, WorkerConfig config, Vertx vertx,
            RepeatedFailures away) {
        this.worker = worker;
        this.config = config;
        this.failures = new LogFailures(worker.subscription().name(), away,
                "the relay cannot read the log and tries again", "the relay reads the log again");
        this.workerSleep = new WorkerSleep(vertx);
        this.rest = config.pollFastest();
    }

    public void start() {
        running = Uni.createFrom().deferred(this::turn)
                .repeat().until(_ -> ending)
                .collect().last()
                .subscribeAsCompletionStage();
    }

    /// Wakes the loop, because events were announced.
    public void call() {
        called = true;
        workerSleep.wake();
    }

    /// Stops after the round that is under way, writes the progress and gives all leases back.
    public Uni<Void> end() {
        ending = true;
        workerSleep.wake();
        return Uni.createFrom().completionStage(running)
                .onItemOrFailure().transformToUni((_, _) -> worker.end());
    }

    private Uni<Boolean> turn() {
        called = false;
        return worker.round()
                .onItem().invoke(failures::succeeded)
                .onFailure().invoke(failures::failed)
                .onFailure().recoverWithItem(_ -> RoundResult.failed(AFTER_TROUBLE))
                .onItem().transformToUni(this::restAfter)
                .replaceWith(ending);
    }

    private Uni<Void> restAfter(RoundResult roundResult) {
        if (ending || (roundResult.more() && roundResult.pause().isZero())) {
            rest = config.pollFastest();
            return Uni.createFrom().voidItem();
        }
        if (roundResult.pause().isPositive()) {
            return workerSleep.rest(shorter(roundResult.pause(), config.pollSlowest()), () -> ending);
        }
        if (called) {
            rest = config.pollFastest();
            return Uni.createFrom().voidItem();
        }
        var time = rest;
        rest = shorter(rest.multipliedBy(2), config.pollSlowest());
        return workerSleep.rest(time, () -> called || ending);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
