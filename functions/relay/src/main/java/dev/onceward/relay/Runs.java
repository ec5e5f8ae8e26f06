package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

/// Runs on demand. Two at once in one process are one run, and the second caller hears of the first's; other processes
/// share the shards.
@Singleton
final class Runs {
    private final Couriers couriers;
    private final Map<String, Uni<Run.Done>> running = new ConcurrentHashMap<>();

    Runs(Couriers couriers) {
        this.couriers = couriers;
    }

    /// All subscriptions, each for itself: one whose receiver is down holds up no other.
    Uni<List<Run.Done>> run(Duration time) {
        var runs = couriers.all().stream().map(courier -> run(courier, time)).toList();
        return runs.isEmpty() ? Uni.createFrom().item(List.of()) : Uni.join().all(runs).andFailFast();
    }

    private Uni<Run.Done> run(Courier courier, Duration time) {
        var name = courier.subscription().name();
        return Uni.createFrom().deferred(() -> running.computeIfAbsent(name, _ -> new Run(courier, time).run()
                .onTermination().invoke(() -> running.remove(name))
                .memoize().indefinitely()));
    }
}
