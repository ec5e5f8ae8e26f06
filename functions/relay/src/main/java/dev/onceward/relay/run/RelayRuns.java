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

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.share.RunOneAtATime;
import dev.onceward.relay.worker.DrainSubscription;
import dev.onceward.relay.worker.SubscriptionWorker;

/// Runs the relay on demand. Callers at the same time share one run of this process and its result; several processes
/// share the shards.
@Singleton
final class RelayRuns {
    /// The shortest time between two runs that callers without a token start.
    static final Duration BETWEEN_SHARED = Duration.ofSeconds(1);

    private static final int MOST_WAITING = 100;

    private final SubscriptionWorkers workers;
    private final RunOneAtATime<Boolean> shared;
    private final RepeatedFailures streak = new RepeatedFailures();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<String, RunUnderWay> running = new ConcurrentHashMap<>();
    private volatile boolean ending;

    RelayRuns(SubscriptionWorkers workers, RelayConfig config) {
        this.workers = workers;
        this.shared = new RunOneAtATime<>(Uni.createFrom().deferred(() -> all(config.deadline()))
                .map(_ -> true)
                .onItem().invoke(this::succeeded)
                .onFailure().invoke(this::failed)
                .onFailure().recoverWithItem(false), BETWEEN_SHARED);
    }

    private record RunUnderWay(DrainSubscription run, Uni<DrainSubscription.Done> done) {}

    /// Starts a run for callers without a token, at most one per second, which all of them share, because anybody may
    /// call.
    ///
    /// @return whether the run succeeded, or nothing if too many callers wait already
    Optional<Uni<Boolean>> shared() {
        return shared.join();
    }

    /// @return nothing if too many callers wait already
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

    /// Drains all subscriptions independently, so that one whose receiver is down delays no other.
    private Uni<List<DrainSubscription.Done>> all(Duration time) {
        var runs = workers.all().stream().map(worker -> run(worker, time)).toList();
        return runs.isEmpty() ? Uni.createFrom().item(List.of()) : Uni.join().all(runs).andCollectFailures();
    }

    /// Before the process ends, it waits until the runs under way have saved their progress and answered.
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
        var run = new DrainSubscription(worker, workers.stores().statuses(), ending ? Duration.ZERO : time);
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
