package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/// Sleeps until a time is over or somebody wakes it.
final class WorkerSleep {
    private final Vertx vertx;
    private final Set<Runnable> resting = ConcurrentHashMap.newKeySet();

    WorkerSleep(Vertx vertx) {
        this.vertx = vertx;
    }

    /// @param called whether somebody has called already; a call just before the sleep would otherwise be missed
    Uni<Void> rest(Duration time, BooleanSupplier called) {
        return Uni.createFrom().emitter(emitter -> {
            Runnable wake = () -> emitter.complete(null);
            resting.add(wake);
            var timer = vertx.setTimer(Math.max(1, time.toMillis()), _ -> wake.run());
            var _ = emitter.onTermination(() -> {
                var _ = vertx.cancelTimer(timer);
                resting.remove(wake);
            });
            if (called.getAsBoolean()) {
                wake.run();
            }
        });
    }

    void wake() {
        resting.forEach(Runnable::run);
    }
}
