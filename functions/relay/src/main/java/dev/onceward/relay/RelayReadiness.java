package dev.onceward.relay;

import java.time.Duration;

import jakarta.inject.Singleton;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

import dev.onceward.runtime.log.CheckLog;
import dev.onceward.runtime.log.LogStatus;

/// Reports the relay as ready while the log can be read. Sinks do not matter: an unreachable sink stops its own
/// subscription and nothing else.
@Readiness
@Singleton
final class RelayReadiness implements AsyncHealthCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final CheckLog log;

    RelayReadiness(Pool pool) {
        this.log = new CheckLog(pool, PATIENCE);
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return log.look().map(RelayReadiness::response);
    }

    private static HealthCheckResponse response(LogStatus condition) {
        var response = HealthCheckResponse.named("relay-log")
                .status(condition.isReady())
                .withData("postgres", condition.postgres());
        return condition.isDurable()
                ? response.build()
                : response.withData("synchronous_commit", LogStatus.NOT_DURABLE).build();
    }
}
