package dev.onceward.guard.rest;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

@QuarkusTest
@WithTestResource(EndpointServers.class)
class IdempotentEndpointTest {
    private static final String GOODS = "{\"article\": \"pear\", \"cents\": 7}";

    @Test
    void a_repetition_gets_the_answer_of_the_first_request() {
        var first = goods("\"k\"").post("/uni/first/object");
        first.then().statusCode(201).header("Idempotent-Replayed", nullValue())
                .contentType("application/json").body("order", equalTo("first"));
        var second = goods("\"k\"").post("/uni/first/object");
        second.then().statusCode(201).header("Idempotent-Replayed", "true").contentType(first.contentType());
        assertThat(second.asByteArray()).isEqualTo(first.asByteArray());
        assertThat(MethodRuns.of("first")).isEqualTo(1);
    }

    @Test
    void each_answer_echoes_the_key_and_publishes_how_long_it_is_kept() {
        for (var i = 0; i < 2; i++) {
            goods("k\"1").post("/uni/echo/object").then().header("Idempotency-Key", "\"k\\\"1\"")
                    .header("Idempotency-Retention", "604800");
        }
    }

    @Test
    void a_request_without_a_key_is_refused() {
        given().contentType("application/json").body(GOODS).post("/uni/none/object").then().statusCode(400)
                .contentType("application/problem+json")
                .header("Link", "<https://onceward.dev/problems/key-missing>; rel=\"describedby\"; type=\"text/html\"")
                .body("type", equalTo("https://onceward.dev/problems/key-missing"), "status", equalTo(400),
                        "detail", equalTo("The request needs the header Idempotency-Key."));
        assertThat(MethodRuns.of("none")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"unended", "\"\"", "\"a\" b"})
    void a_malformed_key_is_refused(String key) {
        goods(key).post("/uni/malformed/object").then().statusCode(400)
                .body("type", equalTo("https://onceward.dev/problems/key-malformed"),
                        "detail", containsString("header Idempotency-Key"));
        assertThat(MethodRuns.of("malformed")).isZero();
    }

    @Test
    void another_body_with_the_key_is_refused() {
        goods("\"m\"").post("/uni/mismatch/object").then().statusCode(201);
        goods("\"m\"").body("{\"article\": \"pear\", \"cents\": 8}").post("/uni/mismatch/object").then().statusCode(422)
                .body("type", equalTo("https://onceward.dev/problems/key-reused"));
        assertThat(MethodRuns.of("mismatch")).isEqualTo(1);
    }

    @Test
    void a_repetition_while_the_first_request_is_in_flight_is_told_to_come_later() throws Exception {
        var first = Thread.ofVirtual().start(() -> key("\"w\"").post("/uni/flight/waiting"));
        MethodRuns.started("flight").await();
        key("\"w\"").post("/uni/flight/waiting").then().statusCode(409)
                .header("Retry-After", "5").body("type", equalTo("https://onceward.dev/problems/in-flight"));
        assertThat(MethodRuns.promise("flight").complete("run ")).isTrue();
        first.join();
        key("\"w\"").post("/uni/flight/waiting").then().statusCode(200).body(equalTo("run 1"));
    }

    private static RequestSpecification goods(String key) {
        return key(key).contentType("application/json").body(GOODS);
    }

    private static RequestSpecification key(String key) {
        return given().header("Idempotency-Key", key);
    }
}
