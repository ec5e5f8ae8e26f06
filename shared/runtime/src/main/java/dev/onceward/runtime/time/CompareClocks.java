package dev.onceward.runtime.time;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.InjectableInstance;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.sqlclient.Pool;

/// Compares the clocks of this machine, PostgreSQL and Redis every five seconds, for health and metrics. Nothing is decided
/// by the result: leases and expiry are judged by one clock each.
@Singleton
final class CompareClocks {
    private static final long EVERY_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final MeasureOffsets measure;
    private volatile ClockComparison last = ClockComparison.UNKNOWN;

    @Inject
    CompareClocks(Pool pool, InjectableInstance<Redis> redis, Clock clock, MeterRegistry registry) {
        this(new MeasureOffsets(pool, redis.listActive().stream().findFirst(), clock), registry);
    }

    CompareClocks(MeasureOffsets measure, MeterRegistry registry) {
        this.measure = measure;
        gauge(registry, "postgresql", () -> last.postgres());
        gauge(registry, "redis", () -> last.redis());
    }

    void begin(@Observes StartupEvent start, Vertx vertx) {
        var _ = vertx.setPeriodic(EVERY_MILLIS, _ -> compareNow());
    }

    private void compareNow() {
        var _ = compare().subscribeAsCompletionStage();
    }

    Uni<ClockComparison> compare() {
        return Uni.combine().all().unis(measure.postgres(), measure.redis()).with(ClockComparison::new)
                .onItem().invoke(comparison -> last = comparison);
    }

    /// The result of the last five seconds.
    ClockComparison last() {
        return last;
    }

    /// The value is not a number while it is unknown, because an outdated number would look like a current one.
    private static void gauge(MeterRegistry registry, String server, Supplier<Optional<ClockOffset>> offset) {
        var _ = Gauge.builder("onceward.clock.offset", () -> offset.get().map(ClockOffset::seconds).orElse(Double.NaN))
                .baseUnit("seconds")
                .description("How far the clock of a server is ahead of this machine's, by server")
                .tags("server", server)
                .register(registry);
    }
}
