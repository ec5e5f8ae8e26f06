package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.smallrye.mutiny.Uni;

import dev.onceward.relay.courier.Courier;
import dev.onceward.relay.courier.Run;

/// Runs on demand. Two at once in one process are one run, and the second caller hears of the first's; other processes
/// share the shards.
@Singleton
final class Runs {
    private final Couriers couriers;
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private volatile boolean ending;

    Runs(Couriers couriers) {
        this.couriers = couriers;
    }

    private record Running(Run run, Uni<Run.Done> done) {}

    /// All subscriptions, each for itself: one whose receiver is down holds up no other.
    Uni<List<Run.Done>> run(Duration time) {
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
}
