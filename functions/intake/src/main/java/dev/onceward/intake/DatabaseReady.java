package dev.onceward.intake;

import java.time.Duration;

import jakarta.inject.Singleton;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

import dev.onceward.postgres.Database;
import dev.onceward.seen.Seen;

/// Ready when an event could be stored: PostgreSQL answers and the log has a place for today. Redis only makes it fast,
/// so its absence is said and not held against us. Live and started say nothing of either: a restart brings no database back.
@Readiness
@Singleton
final class DatabaseReady implements AsyncHealthCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String TODAY = """
            SELECT to_regclass('onceward.event') IS NOT NULL AS migrated,
                   to_regclass('onceward.event_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD')) IS NOT NULL AS today
            """;

    private final Database database;
    private final Seen seen;

    DatabaseReady(Pool pool, Seen seen) {
        this.database = new Database(pool, PATIENCE);
        this.seen = seen;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return database.query(TODAY)
                .map(rows -> rows.iterator().next())
                .map(row -> row.getBoolean("migrated")
                        ? row.getBoolean("today") ? "ready" : "no partition for today yet"
                        : "the schema onceward is missing: run the migrations")
                .onFailure().recoverWithItem("unreachable")
                .onItem().transformToUni(postgres -> seen.isThere().map(redis -> response(postgres, redis)));
    }

    private static HealthCheckResponse response(String postgres, boolean redis) {
        return HealthCheckResponse.named("log")
                .status(postgres.equals("ready"))
                .withData("postgres", postgres)
                .withData("redis", redis ? "ready" : "away: duplicates are ended by PostgreSQL, slower")
                .build();
    }
}
