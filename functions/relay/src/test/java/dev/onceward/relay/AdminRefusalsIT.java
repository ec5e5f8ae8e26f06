package dev.onceward.relay;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.embedded.FunctionProcess;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;

/// What the admin API refuses, and says why.
class AdminRefusalsIT {
    private static final RelayFixture WORLD = new RelayFixture();
    private static final FunctionProcess RELAY = WORLD.relay()
            .with("onceward.subscriptions.books.sink", "kafka:nowhere")
            .start();

    @AfterAll
    static void close() {
        RELAY.close();
        WORLD.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"pause;{};Say why", "move;{};Say where to", "move;{\"to\": \"soon\"};earliest",
            "redrive;[1];JSON object", "redrive;{\"evnt\": 1};unknown member", "redrive;{\"event\": \"x\"};UUID",
            "redrive;{\"state\": \"lost\"};scheduled", "redrive;{\"perSecond\": 0};perSecond", "drop;{};Say why",
            "parked;{\"before\": \"noon\"};2026", "attempts;{};Say which event", "remove;{};There is no such verb"})
    void an_invalid_admin_request_is_answered_400_with_the_reason(String verb, String body, String sentence) {
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER).body(body)
                .post("/subscriptions/books/" + verb).then().statusCode(400)
                .contentType("application/problem+json").body("detail", containsString(sentence));
    }

    @Test
    void admin_requests_without_the_token_get_401_and_for_an_unknown_subscription_404() {
        given().port(RELAY.port()).get("/subscriptions").then().statusCode(401);
        given().port(RELAY.port()).header("Authorization", "Bearer guess").post("/subscriptions/books/pause").then()
                .statusCode(401);
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER).get("/subscriptions/none").then()
                .statusCode(404).body("detail", containsString("GET /subscriptions"));
    }
}
