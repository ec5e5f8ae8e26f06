package dev.onceward.relay;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.embedded.FunctionProcess;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.hasItem;

/// Health and metrics have a port of their own.
class RelayManagementIT {
    private static final RelayFixture WORLD = new RelayFixture();
    private static final FunctionProcess RELAY = WORLD.relay().start();

    @AfterAll
    static void close() {
        RELAY.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/metrics", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void the_public_port_does_not_serve_health_and_metrics(String path) {
        given().port(RELAY.port()).get(path).then().statusCode(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/metrics", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void the_management_port_serves_health_and_metrics(String path) {
        given().port(RELAY.managementPort()).get(path).then().statusCode(200);
    }

    @Test
    void the_management_port_does_not_serve_the_admin_api() {
        given().port(RELAY.managementPort()).header("Authorization", RelayFixture.BEARER).post("/run").then()
                .statusCode(404);
    }

    @Test
    void the_health_check_of_the_log_is_named_after_the_function() {
        given().port(RELAY.managementPort()).get("/q/health/ready").then().body("checks.name", hasItem("relay-log"));
    }
}
