package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;

/// The metrics of Redis: how long a lookup takes, how often Redis fails, and whether it is unavailable.
final class SeenMetrics {
    private final Timer check;
    private final Counter skipped;
    private final Counter looks;
    private final Counter memories;

    SeenMetrics(MeterRegistry registry, BooleanSupplier degraded) {
        this.check = Timer.builder("onceward.seen.check")
                .description("How long it takes to look a key up in Redis")
                .serviceLevelObjectives(Duration.ofNanos(500_000), Duration.ofMillis(1), Duration.ofMillis(2),
                        Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMillis(250))
                .register(registry);
        Gauge.builder("onceward.seen.degraded", () -> degraded.getAsBoolean() ? 1 : 0)
                .description("1 while Redis is unavailable and PostgreSQL alone finds duplicates")
                .register(registry);
        this.skipped = Counter.builder("onceward.seen.skipped")
                .description("Keys about which Redis was not asked, because few events of their source are duplicates")
                .register(registry);
        this.looks = errors(registry, "look");
        this.memories = errors(registry, "remember");
    }

    private static Counter errors(MeterRegistry registry, String step) {
        return Counter.builder("onceward.seen.errors")
                .description("Round trips to Redis that failed or took too long, by step")
                .tags("step", step)
                .register(registry);
    }

    <T> Uni<T> timed(Uni<T> look) {
        return Uni.createFrom().deferred(() -> {
            var start = System.nanoTime();
            return look.onItem().invoke(() -> check.record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
        });
    }

    Counter skipped() {
        return skipped;
    }

    Counter looks() {
        return looks;
    }

    Counter memories() {
        return memories;
    }
}
