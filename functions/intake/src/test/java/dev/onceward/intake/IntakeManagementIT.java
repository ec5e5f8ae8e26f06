package dev.onceward.intake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.Asking.PROBLEM;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.operating;
import static dev.onceward.intake.Asking.reading;
import static dev.onceward.intake.Asking.watching;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// Metrics and counts name all sources and say why each forgery failed, which senders must not learn.
class IntakeManagementIT {

    @ParameterizedTest
    @ValueSource(strings = {"/q/metrics", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void the_port_of_the_senders_has_no(String path) {
        asking().get(path).then().statusCode(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/metrics", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void the_management_port_has(String path) {
        watching().get(path).then().statusCode(200);
    }

    @Test
    void the_management_port_takes_no_webhooks() {
        watching().body("{}").post("/hooks/plain").then().statusCode(404);
    }

    @Test
    void counts_are_for_whoever_has_the_operators_token() {
        asking().get("/stats").then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", equalTo("Bearer"))
                .body("type", endsWith("/token-needed"));
        reading().get("/stats").then().statusCode(401);
        operating().get("/stats").then().statusCode(200);
    }

    @Test
    void without_an_operators_token_nobody_sees_counts() {
        try (var function = Intakes.bare().start()) {
            asking(function).get("/stats").then().statusCode(401)
                    .body("detail", containsString("onceward.intake.token switches it on"));
        }
    }
}
