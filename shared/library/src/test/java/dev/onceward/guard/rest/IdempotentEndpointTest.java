package dev.onceward.guard.rest;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.rest.LogGuardFailures;
import dev.onceward.testing.LogOutput;
import dev.onceward.testing.RunConcurrently;

import static dev.onceward.guard.rest.SendKey.GOODS;
import static dev.onceward.guard.rest.SendKey.goods;
import static dev.onceward.guard.rest.SendKey.json;
import static dev.onceward.guard.rest.SendKey.key;
import static dev.onceward.guard.rest.SendKey.sql;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/// What clients get from an idempotent endpoint, over HTTP.
@QuarkusTest
@WithTestResource(EndpointServers.class)
class IdempotentEndpointTest {

    @ParameterizedTest
    @ValueSource(strings = {"uni", "blocking"})
    void a_repetition_gets_the_answer_of_the_first_request(String kind) {
        var path = "/" + kind + "/first-" + kind + "/object";
        var first = goods("first-" + kind).post(path);
        first.then().statusCode(201).header("Idempotent-Replayed", nullValue())
                .contentType("application/json").body("order", equalTo("first-" + kind));
        var second = goods("first-" + kind).post(path);
        second.then().statusCode(201).header("Idempotent-Replayed", "true").contentType(first.contentType());
        assertThat(second.asByteArray()).isEqualTo(first.asByteArray());
        assertThat(MethodRuns.of("first-" + kind)).isEqualTo(1);
    }

    @Test
    void each_answer_echoes_the_key_and_publishes_how_long_it_is_kept() {
        for (var i = 0; i < 2; i++) {
            given().header("Idempotency-Key", "bare\"1").contentType("application/json").body(GOODS)
                    .post("/uni/echo/object").then().header("Idempotency-Key", "\"bare\\\"1\"")
                    .header("Idempotency-Retention", "604800");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"uni", "blocking"})
    void a_request_without_a_key_is_refused(String kind) {
        given().contentType("application/json").body(GOODS).post("/" + kind + "/no-key/object")
                .then().statusCode(400).contentType("application/problem+json")
                .header("Link", "<https://onceward.dev/problems/key-missing>; rel=\"describedby\"; type=\"text/html\"")
                .body("type", equalTo("https://onceward.dev/problems/key-missing"), "status", equalTo(400),
                        "title", equalTo("The request needs a key"),
                        "detail", equalTo("The request needs the header Idempotency-Key."));
        assertThat(MethodRuns.of("no-key")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"unended", "\"\"", "\"a\" b"})
    void a_malformed_key_is_refused(String key) {
        given().header("Idempotency-Key", key).contentType("application/json").body(GOODS)
                .post("/uni/malformed/object").then().statusCode(400)
                .body("type", equalTo("https://onceward.dev/problems/key-malformed"),
                        "detail", containsString("header Idempotency-Key"));
        assertThat(MethodRuns.of("malformed")).isZero();
    }

    @Test
    void a_key_that_is_too_long_is_refused() {
        key("k".repeat(256)).post("/blocking/long/nothing").then().statusCode(400)
                .body("detail", containsString("256 characters; a key has 1 to 255"));
        key("k".repeat(255)).post("/blocking/long/nothing").then().statusCode(204);
    }

    @Test
    void another_body_with_the_key_is_refused() {
        goods("other-body").post("/uni/other-body/object").then().statusCode(201);
        json("other-body", "{\"article\": \"pear\", \"cents\": 8}").post("/uni/other-body/object").then()
                .statusCode(422).body("type", equalTo("https://onceward.dev/problems/key-reused"));
        assertThat(MethodRuns.of("other-body")).isEqualTo(1);
    }

    @Test
    void json_that_says_the_same_is_the_same_body() {
        goods("same-json").post("/uni/same-json/object").then().statusCode(201);
        json("same-json", "{\"cents\":7.0,\n\"article\":\"pear\"}").post("/uni/same-json/object").then()
                .statusCode(201).header("Idempotent-Replayed", "true");
    }

    /// Both methods are of one operation.
    @ParameterizedTest
    @ValueSource(strings = {"/blocking/address/number", "/uni/address-2/object", "/uni/address/object?a=1"})
    void another_address_with_the_key_is_refused(String path) {
        var _ = goods("address").post("/uni/address/object");
        goods("address").post(path).then().statusCode(422);
    }

    @Test
    void another_http_method_with_the_key_is_refused() {
        key("put").post("/blocking/put/number").then().statusCode(200);
        key("put").put("/blocking/put/number").then().statusCode(422);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uni", "blocking"})
    void a_repetition_while_the_first_request_is_in_flight_is_told_to_come_later(String kind) throws Exception {
        var path = "/" + kind + "/flight-" + kind + "/waiting";
        var first = Thread.ofVirtual().start(() -> key("flight-" + kind).post(path).then().statusCode(200));
        MethodRuns.started("flight-" + kind).await();
        key("flight-" + kind).post(path).then().statusCode(409).header("Retry-After", "5")
                .contentType("application/problem+json")
                .body("type", equalTo("https://onceward.dev/problems/in-flight"));
        assertThat(MethodRuns.promise("flight-" + kind).complete("run ")).isTrue();
        first.join();
        key("flight-" + kind).post(path).then().statusCode(200).header("Idempotent-Replayed", "true")
                .body(equalTo("run 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/uni/fifty-uni/object", "/blocking/fifty-blocking/object"})
    void of_fifty_equal_requests_at_the_same_time_one_runs_the_method(String path) throws Exception {
        var statuses = RunConcurrently.run(50, _ -> () -> goods(path).post(path).statusCode());
        assertThat(Set.copyOf(statuses)).isSubsetOf(201, 409).contains(201);
        assertThat(MethodRuns.of(path.split("/", -1)[2])).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uni", "blocking"})
    void a_body_that_is_too_large_is_refused(String kind) {
        json("large-" + kind, "{\"article\": \"" + "x".repeat(64 << 10) + "\"}").post("/" + kind + "/large/object")
                .then()
                .statusCode(413).contentType("application/problem+json")
                .body("type", equalTo("https://onceward.dev/problems/too-large"), "detail", containsString("65536"));
        assertThat(MethodRuns.of("large")).isZero();
    }

    @Test
    void a_large_body_within_the_limit_is_compared_to_its_end() {
        var article = "x".repeat(60_000);
        json("long", "{\"article\": \"" + article + "\"}").post("/uni/long-body/object").then().statusCode(201);
        json("long", "{\"article\": \"" + article + "y\"}").post("/uni/long-body/object").then().statusCode(422);
    }

    @Test
    void a_request_that_lost_its_lease_is_told_to_ask_for_the_answer_of_the_other() throws Exception {
        var first = Thread.ofVirtual().start(() -> key("lost").post("/uni/lost/waiting").then().statusCode(409)
                .header("Retry-After", "1").body("detail", containsString("taken over")));
        var failure = new Throwable[1];
        first.setUncaughtExceptionHandler((_, thrown) -> failure[0] = thrown);
        MethodRuns.started("lost").await();
        sql().execute("UPDATE onceward.operation_key SET generation = DEFAULT WHERE key = 'lost'");
        assertThat(MethodRuns.promise("lost").complete("run ")).isTrue();
        first.join();
        assertThat(failure[0]).isNull();
    }

    @Test
    void without_postgresql_an_endpoint_is_unavailable() {
        sql().execute("ALTER TABLE onceward.operation_key RENAME TO gone");
        try (var output = LogOutput.of(LogGuardFailures.class)) {
            for (var i = 0; i < 3; i++) {
                key("down").post("/uni/down/nothing").then().statusCode(503).header("Retry-After", "1")
                        .body("type", equalTo("https://onceward.dev/problems/unavailable"));
            }
            assertThat(output.lines()).hasSize(1);
        } finally {
            sql().execute("ALTER TABLE onceward.gone RENAME TO operation_key");
        }
        assertThat(MethodRuns.of("down")).isZero();
        key("down").post("/uni/down/nothing").then().statusCode(204);
    }

    @Test
    void endpoints_that_are_not_idempotent_are_as_they_were() {
        var runs = IntStream.range(0, 2).mapToObj(_ -> goods("plain").post("/plain").asString())
                .collect(Collectors.toSet());
        assertThat(runs).containsExactlyInAnyOrder("pear 1", "pear 2");
    }
}
