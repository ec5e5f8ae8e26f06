package dev.onceward.intake;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.IntakeRequests.watching;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

/// Guarantee 1 holds only where PostgreSQL answers a commit after it is on the disk.
class DurabilityIT {
    private static final String SETTING = "quarkus.datasource.reactive.additional-properties.synchronous_commit";

    @Test
    void health_reports_that_synchronous_commit_is_off() {
        try (var function = Intakes.withSources().with(SETTING, "off").start()) {
            watching(function).get("/q/health/ready").then().statusCode(200)
                    .body("checks.find { it.name == 'intake-log' }.data.synchronous_commit", startsWith("off: "));
        }
    }

    @Test
    void health_does_not_mention_synchronous_commit_when_it_is_on() {
        watching().get("/q/health/ready").then().statusCode(200)
                .body("checks.find { it.name == 'intake-log' }.data.synchronous_commit", nullValue());
    }
}
