package dev.onceward.runtime.time;

import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Reports how far the clocks of PostgreSQL and Redis are from this machine's. A function is ready however much they differ.
@Readiness
@Singleton
final class ClockHealth implements AsyncHealthCheck {
    private static final String DEGRADED = "degraded: two of the clocks of this machine, PostgreSQL and Redis differ by more "
            + "than a second";

    private final CompareClocks clocks;

    ClockHealth(CompareClocks clocks) {
        this.clocks = clocks;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom().item(() -> response(clocks.last()));
    }

    private static HealthCheckResponse response(ClockComparison comparison) {
        return HealthCheckResponse.named("clocks").up()
                .withData("clocks", comparison.isDegraded() ? DEGRADED : "agree within a second")
                .withData("postgres", text(comparison.postgres()))
                .withData("redis", text(comparison.redis()))
                .build();
    }

    private static String text(Optional<ClockOffset> offset) {
        return offset.map(ClockOffset::toString).orElse("unknown");
    }
}
