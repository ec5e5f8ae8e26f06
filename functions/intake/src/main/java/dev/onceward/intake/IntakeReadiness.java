package dev.onceward.intake;

import java.time.Duration;

import jakarta.inject.Singleton;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

import dev.onceward.intake.seen.SeenKeys;
import dev.onceward.runtime.log.CheckLog;
import dev.onceward.runtime.log.LogStatus;

/// Reports intake as ready while PostgreSQL can store an event. Redis only makes intake faster, so its absence is
/// reported but does not make intake unready. The checks of liveness and startup test neither, because a restart brings
/// no database back.
@Readiness
@Singleton
final class IntakeReadiness implements AsyncHealthCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final CheckLog log;
    private final SeenKeys seenKeys;

    IntakeReadiness(Pool pool, SeenKeys seenKeys) {
        this.log = new CheckLog(pool, PATIENCE);
        this.seenKeys = seenKeys;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return log.look().onItem()
                .transformToUni(condition -> seenKeys.isThere().map(redis -> response(condition, redis)));
    }

    private static HealthCheckResponse response(LogStatus condition, boolean redis) {
        var response = HealthCheckResponse.named("intake-log")
                .status(condition.isReady())
                .withData("postgres", condition.postgres())
                .withData("redis", redis ? "ready" : "unavailable: PostgreSQL alone finds duplicates, which is slower");
        return condition.isDurable()
                ? response.build()
                : response.withData("synchronous_commit", LogStatus.NOT_DURABLE).build();
    }
}
