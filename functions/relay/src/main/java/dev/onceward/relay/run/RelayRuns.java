package dev.onceward.relay.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.smallrye.mutiny.Uni;

import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.share.ShareRunningWork;
import dev.onceward.relay.worker.DrainSubscription;
import dev.onceward.relay.worker.SubscriptionWorker;
import dev.onceward.runtime.outage.RepeatedFailures;

/// Runs on demand. Two at once in one process are one run, and the second caller hears of the first's; other processes
/// share the shards.
@Singleton
final class RelayRuns {
    /// What callers without a token start begins no sooner after what they started before.
    static final Duration BETWEEN_SHARED = Duration.ofSeconds(1);

    private static final int MOST_WAITING = 100;

    private final SubscriptionWorkers workers;
    private final ShareRunningWork<Boolean> shared;
    private final RepeatedFailures streak = new RepeatedFailures();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<String, RunUnderWay> running = new ConcurrentHashMap<>();
    private volatile boolean ending;

    RelayRuns(SubscriptionWorkers workers, RelayConfig config) {
        this.workers = workers;
        this.shared = new ShareRunningWork<>(Uni.createFrom().deferred(() -> all(config.deadline()))
                .map(_ -> true)
                .onItem().invoke(this::succeeded)
                .onFailure().invoke(this::failed)
                .onFailure().recoverWithItem(false), BETWEEN_SHARED);
    }

    private record RunUnderWay(DrainSubscription run, Uni<DrainSubscription.Done> done) {}

    /// One that all callers without a token share, once a second at most: they may be many, and strangers.
    ///
    /// @return whether it came to its end, or nothing if too many wait already
    Optional<Uni<Boolean>> shared() {
        return shared.join();
    }

    /// @return nothing if too many wait already
    Optional<Uni<List<DrainSubscription.Done>>> run(Duration time) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            var _ = waiting.decrementAndGet();
            return Optional.empty();
        }
        return Optional.of(all(time).onTermination().invoke(() -> waiting.decrementAndGet()));
    }

    private void failed(Throwable failure) {
        if (streak.failed()) {
            Log.warnf("a run without a token failed: cause=%s", failure.toString());
        }
    }

    /// All subscriptions, each for itself: one whose receiver is down holds up no other.
    private Uni<List<DrainSubscription.Done>> all(Duration time) {
        var runs = workers.all().stream().map(worker -> run(worker, time)).toList();
        return runs.isEmpty() ? Uni.createFrom().item(List.of()) : Uni.join().all(runs).andCollectFailures();
    }

    /// The process is to end, and waits for what is asked of it first: what runs writes how far it came and answers.
    void end(@Observes ShutdownDelayInitiatedEvent end) {
        ending = true;
        running.values().forEach(one -> one.run().end());
    }

    private Uni<DrainSubscription.Done> run(SubscriptionWorker worker, Duration time) {
        var name = worker.subscription().name();
        return Uni.createFrom()
                .deferred(() -> running.computeIfAbsent(name, _ -> begin(worker, time)).done());
    }

    private RunUnderWay begin(SubscriptionWorker worker, Duration time) {
        var run = new DrainSubscription(worker, workers.stores().standings(), ending ? Duration.ZERO : time);
        return new RunUnderWay(run, run.run()
                .onTermination().invoke(() -> running.remove(worker.subscription().name()))
                .memoize().indefinitely());
    }

    private void succeeded() {
        if (streak.succeeded()) {
            Log.info("runs without a token succeed again");
        }
    }
}
