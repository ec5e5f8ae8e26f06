package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.settlement.RefusedRow;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;

/// Counts attempts, pages, leases and refused rows. Labels are names of subscriptions, which the configuration bounds,
/// and fixed words.
@Singleton
public final class RelayMetrics {
    private static final String SUBSCRIPTION = "subscription";

    private final MeterRegistry registry;
    private final Map<String, AtomicInteger> restored = new ConcurrentHashMap<>();

    public RelayMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    public void tried(String subscription, Tried tried) {
        var outcome = tried.outcome() instanceof Delivered(var duplicate) && duplicate
                ? "duplicate"
                : tried.outcome().word();
        Timer.builder("onceward.relay.attempt")
                .description("How long an attempt took")
                .tags(SUBSCRIPTION, subscription, "outcome", outcome)
                .serviceLevelObjectives(Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(25),
                        Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(10))
                .register(registry)
                .record(tried.took());
    }

    public void page(String subscription, int events) {
        if (events > 0) {
            DistributionSummary.builder("onceward.relay.page.size")
                    .description("How many events a page had")
                    .tags(SUBSCRIPTION, subscription)
                    .serviceLevelObjectives(1, 10, 100, 500)
                    .register(registry)
                    .record(events);
        }
    }

    /// @param restored whether the subscription waits until the log is rebased
    public void restored(String subscription, boolean restored) {
        this.restored.computeIfAbsent(subscription, this::restoredGauge).set(restored ? 1 : 0);
    }

    private AtomicInteger restoredGauge(String subscription) {
        var value = new AtomicInteger();
        var _ = Gauge.builder("onceward.relay.restored", value, AtomicInteger::get)
                .description(
                        "1 while the log was restored from another cluster and must be rebased before it can be read")
                .tags(SUBSCRIPTION, subscription)
                .register(registry);
        return value;
    }

    void refused(String subscription, List<RefusedRow> rows) {
        for (var row : rows) {
            Counter.builder("onceward.relay.rows.refused")
                    .description("Rows that PostgreSQL refused when a page was settled, by what the relay did instead")
                    .tags(SUBSCRIPTION, subscription, "done", row.remedy().word())
                    .register(registry)
                    .increment();
        }
    }

    public void leasesChanged(String subscription, int changes) {
        Counter.builder("onceward.relay.lease.changes")
                .description("Shards of the log that this relay leased, lost or gave back")
                .tags(SUBSCRIPTION, subscription)
                .register(registry)
                .increment(changes);
    }
}
