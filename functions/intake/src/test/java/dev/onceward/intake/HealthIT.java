package dev.onceward.intake;

import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.intake.IntakeRequests.post;
import static dev.onceward.intake.IntakeRequests.reading;
import static dev.onceward.intake.IntakeRequests.watching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.startsWith;

/// With the servers as they are, and with each of them gone.
class HealthIT {

    @AfterEach
    void restart_postgresql_and_redis() {
        Servers.redis().start();
        Servers.postgres().start();
        Eventually.holds(() -> watching().get("/q/health/ready").statusCode() == 200);
        Eventually.holds(() -> {
            post("plain", fresh(), "{}").then().statusCode(202);
            return redis().equals("ready");
        });
        // An answer of the counts is kept for a second, a 503 too.
        Eventually.holds(() -> operating().get("/api/v1/stats").statusCode() == 200);
    }

    @Test
    void intake_is_live_started_and_ready_with_postgresql_and_redis() {
        watching().get("/q/health/live").then().statusCode(200).body("status", equalTo("UP"));
        watching().get("/q/health/started").then().statusCode(200).body("status", equalTo("UP"));
        watching().get("/q/health/ready").then().statusCode(200)
                .body("checks.find { it.name == 'intake-log' }.data.postgres", equalTo("ready"))
                .body("checks.find { it.name == 'intake-log' }.data.redis", equalTo("ready"));
    }

    @Test
    void the_health_check_of_the_log_is_named_after_the_function() {
        watching().get("/q/health/ready").then().body("checks.name", hasItem("intake-log"));
    }

    @Test
    void each_health_check_name_occurs_once() {
        assertThat(watching().get("/q/health").<List<String>>path("checks.name")).doesNotHaveDuplicates();
    }

    @Test
    void without_redis_events_are_stored_and_duplicates_are_detected() {
        var known = fresh();
        var first = event(post("plain", known, "{}"));
        Servers.redis().kill();
        post("plain", known, "{}").then().statusCode(202).body("id", equalTo(first)).header(REPLAYED, equalTo("true"));
        var later = fresh();
        assertThat(event(post("plain", later, "{}"))).isEqualTo(event(post("plain", later, "{}")));
    }

    @Test
    void without_redis_intake_is_ready_and_reports_that_it_is_degraded() {
        Servers.redis().stop();
        post("plain", fresh(), "{}").then().statusCode(202);
        watching().get("/q/health/ready").then().statusCode(200).body(
                "checks.find { it.name == 'intake-log' }.data.redis",
                startsWith("unavailable"));
        watching().get("/q/metrics").then().body(containsString("onceward_seen_degraded 1.0"));
    }

    @Test
    void a_key_that_redis_lost_is_still_detected_as_a_duplicate() {
        var key = fresh();
        var first = event(post("plain", key, "{}"));
        Servers.redis().kill();
        Servers.redis().start();
        assertThat(event(post("plain", key, "{}"))).isEqualTo(first);
    }

    @Test
    void without_postgresql_an_event_is_answered_503_with_retry_after() {
        Servers.postgres().stop();
        var key = fresh();
        post("plain", key, "{}").then().statusCode(503).contentType(PROBLEM)
                .header("Retry-After", equalTo("7"))
                .body("type", endsWith("/unavailable"));
        Servers.postgres().start();
        Eventually.holds(() -> post("plain", key, "{}").statusCode() == 202);
    }

    @Test
    void without_postgresql_a_batch_is_answered_503_with_retry_after() {
        Servers.postgres().stop();
        asking().header("Content-Type", "application/cloudevents-batch+json")
                .body("[{\"specversion\":\"1.0\",\"type\":\"t\",\"source\":\"/s\",\"id\":\"%s\"}]".formatted(fresh()))
                .post("/events")
                .then().statusCode(503).header("Retry-After", equalTo("7")).body("[0].status", equalTo(503));
    }

    @Test
    void without_postgresql_intake_is_live_and_not_ready() {
        Servers.postgres().kill();
        watching().get("/q/health/ready").then().statusCode(503).body(
                "checks.find { it.name == 'intake-log' }.data.postgres",
                equalTo("unreachable"));
        watching().get("/q/health/live").then().statusCode(200);
        watching().get("/q/health/started").then().statusCode(200);
    }

    @Test
    void without_postgresql_reading_an_event_or_the_stats_is_answered_503() {
        Servers.postgres().stop();
        reading().get("/events/" + UUID.randomUUID()).then().statusCode(503)
                .header("Retry-After", equalTo("1"));
        Eventually.holds(() -> operating().get("/api/v1/stats").statusCode() == 503);
    }

    private static String redis() {
        return watching().get("/q/health/ready").path("checks.find { it.name == 'intake-log' }.data.redis");
    }
}
