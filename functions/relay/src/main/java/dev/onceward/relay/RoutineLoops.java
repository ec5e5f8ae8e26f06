package dev.onceward.relay;

import java.time.Duration;
import java.util.List;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.relay.RelayConfig.Mode;
import dev.onceward.relay.courier.Courier;
import dev.onceward.relay.courier.Loop;

/// In loop mode, a loop for each subscription, from the start of the process to its end.
@Singleton
final class RoutineLoops {
    /// After everything that a wrong configuration can stop.
    private static final int LAST = Integer.MAX_VALUE;

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Couriers couriers;
    private final RelayConfig config;
    private final List<Loop> loops;

    RoutineLoops(Couriers couriers, RelayConfig config, Vertx vertx) {
        this.couriers = couriers;
        this.config = config;
        this.loops = couriers.all().stream().map(courier -> new Loop(courier, config, vertx)).toList();
    }

    boolean isOn() {
        return config.mode() == Mode.LOOP;
    }

    void call() {
        loops.forEach(Loop::call);
    }

    void start(@Observes @Priority(LAST) StartupEvent start) {
        if (isOn()) {
            loops.forEach(Loop::start);
        }
    }

    /// What is under way is settled, what is leased is given back; runs on demand have done so before. Blocks, because the process would end otherwise.
    void end(@Observes ShutdownEvent end) {
        if (isOn()) {
            all(loops.stream().map(Loop::end).toList());
        }
        all(couriers.all().stream().map(Courier::close).toList());
    }

    private static void all(List<Uni<Void>> works) {
        if (!works.isEmpty()) {
            var _ = Uni.join().all(works).andCollectFailures()
                    .ifNoItem().after(PATIENCE).fail()
                    .onFailure()
                    .invoke(failure -> Log.warnf("not everything was settled: cause=%s", failure.toString()))
                    .onFailure().recoverWithNull()
                    .await().indefinitely();
        }
    }
}
