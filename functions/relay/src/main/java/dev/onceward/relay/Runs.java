package dev.onceward.relay;

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

import dev.onceward.outage.FailureStreak;
import dev.onceward.relay.courier.Courier;
import dev.onceward.relay.courier.Run;

/// Runs on demand. Two at once in one process are one run, and the second caller hears of the first's; other processes
/// share the shards.
@Singleton
final class Runs {
    /// What callers without a token start begins no sooner after what they started before.
    static final Duration BETWEEN_SHARED = Duration.ofSeconds(1);

    private static final int MOST_WAITING = 100;

    private final Couriers couriers;
    private final SharedWork<Boolean> shared;
    private final FailureStreak streak = new FailureStreak();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private volatile boolean ending;

    Runs(Couriers couriers, RelayConfig config) {
        this.couriers = couriers;
        this.shared = new SharedWork<>(Uni.createFrom().deferred(() -> all(config.deadline()))
                .map(_ -> true)
                .onItem().invoke(this::succeeded)
                .onFailure().invoke(this::failed)
                .onFailure().recoverWithItem(false), BETWEEN_SHARED);
    }

    private record Running(Run run, Uni<Run.Done> done) {}

    /// One that all callers without a token share, once a second at most: they may be many, and strangers.
    ///
    /// @return whether it came to its end, or nothing if too many wait already
    Optional<Uni<Boolean>> shared() {
        return shared.join();
    }

    /// @return nothing if too many wait already
    Optional<Uni<List<Run.Done>>> run(Duration time) {
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
    private Uni<List<Run.Done>> all(Duration time) {
        var runs = couriers.all().stream().map(courier -> run(courier, time)).toList();
        return runs.isEmpty() ? Uni.createFrom().item(List.of()) : Uni.join().all(runs).andCollectFailures();
    }

    /// The process is to end, and waits for what is asked of it first: what runs writes how far it came and answers.
    void end(@Observes ShutdownDelayInitiatedEvent end) {
        ending = true;
        running.values().forEach(one -> one.run().end());
    }

    private Uni<Run.Done> run(Courier courier, Duration time) {
        var name = courier.subscription().name();
        return Uni.createFrom().deferred(() -> running.computeIfAbsent(name, _ -> begin(courier, time)).done());
    }

    private Running begin(Courier courier, Duration time) {
        var run = new Run(courier, ending ? Duration.ZERO : time);
        return new Running(run, run.run()
                .onTermination().invoke(() -> running.remove(courier.subscription().name()))
                .memoize().indefinitely());
    }

    private void succeeded() {
        if (streak.succeeded()) {
            Log.info("runs without a token succeed again");
        }
    }
}
