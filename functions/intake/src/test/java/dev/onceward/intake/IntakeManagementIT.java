package dev.onceward.intake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.intake.IntakeRequests.reading;
import static dev.onceward.intake.IntakeRequests.watching;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// Metrics and counts name all sources and say why each forgery failed, which senders must not learn.
class IntakeManagementIT {

    @ParameterizedTest
    @ValueSource(strings = {"/q/metrics", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void the_public_port_does_not_serve_health_and_metrics(String path) {
        asking().get(path).then().statusCode(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/metrics", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void the_management_port_serves_health_and_metrics(String path) {
        watching().get(path).then().statusCode(200);
    }

    @Test
    void the_management_port_takes_no_webhooks() {
        watching().body("{}").post("/hooks/plain").then().statusCode(404);
    }

    @Test
    void stats_need_the_operator_token() {
        asking().get("/api/v1/stats").then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", equalTo("Bearer"))
                .body("type", endsWith("/token-needed"));
        reading().get("/api/v1/stats").then().statusCode(401);
        operating().get("/api/v1/stats").then().statusCode(200);
    }

    @Test
    void stats_are_refused_when_no_operator_token_is_configured() {
        try (var function = Intakes.bare().start()) {
            asking(function).get("/api/v1/stats").then().statusCode(401)
                    .body("detail", containsString("onceward.admin.token switches it on"));
        }
    }
}
