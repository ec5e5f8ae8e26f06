package dev.onceward.guard.rest;

import java.util.Map;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.guard.rest.SendKey.json;
import static dev.onceward.guard.rest.SendKey.key;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

/// What the settings of an operation change.
@QuarkusTest
@WithTestResource(EndpointServers.class)
class EndpointSettingsTest {
    @Inject
    Instance<IdempotencyCaller> callers;

    @Inject
    @Any
    Instance<IdempotencyCaller> severalCallers;

    @Test
    void the_key_may_be_in_the_body() {
        body("{\"order\": {\"id\": \"öl\"}}").post("/configured/pointer/pointer").then().statusCode(200)
                .body(equalTo("run 1"));
        body("{\"order\": {\"id\": \"öl\"}}").post("/configured/pointer/pointer").then().body(equalTo("run 1"));
        body("{\"order\": {\"id\": 7}}").post("/configured/pointer/pointer").then().body(equalTo("run 2"))
                .header("Idempotency-Key", "\"7\"");
        body("{\"order\": {\"id\": 7}, \"more\": 1}").post("/configured/pointer/pointer").then().statusCode(422);
        body("{\"order\": {}}").post("/configured/pointer/pointer").then().statusCode(400)
                .body("detail", equalTo("The request needs a value at /order/id in the body."));
        body("no json").post("/configured/pointer/pointer").then().statusCode(400)
                .body("type", equalTo("https://onceward.dev/problems/key-malformed"));
    }

    @Test
    void the_key_may_be_some_fields() {
        body("{\"order\": 1, \"customer\": \"a\"}").post("/configured/fields/fields").then().body(equalTo("run 1"));
        body("{\"customer\": \"a\", \"order\": 1}").post("/configured/fields/fields").then().body(equalTo("run 1"));
        body("{\"order\": 1, \"customer\": \"b\"}").post("/configured/fields/fields").then().body(equalTo("run 2"));
    }

    @Test
    void the_key_may_be_composite() {
        shop("a").post("/configured/composite/composite").then().body(equalTo("run 1"));
        shop("a").post("/configured/composite/composite").then().body(equalTo("run 1"));
        shop("b").post("/configured/composite/composite").then().body(equalTo("run 2"));
    }

    @Test
    void the_key_may_be_the_day() {
        for (var i = 0; i < 2; i++) {
            given().post("/configured/date/date").then().header("Idempotency-Key", containsString("\"report:20"));
        }
        assertThat(MethodRuns.of("date")).isBetween(1, 2 /* around midnight */);
    }

    @Test
    void where_no_key_is_required_requests_without_one_run() {
        given().post("/configured/optional/optional").then().statusCode(200).body(equalTo("run 1"));
        given().post("/configured/optional/optional").then().body(equalTo("run 2"));
        key("o").post("/configured/optional/optional").then().body(equalTo("run 3"));
        key("o").post("/configured/optional/optional").then().body(equalTo("run 3"));
        given().header("Idempotency-Key", "\"").post("/configured/optional/optional").then().statusCode(400);
    }

    @ParameterizedTest
    @CsvSource({"principal, X-User", "tenant, X-Tenant", "client, X-Client"})
    void nobody_gets_the_answer_of_another_caller(String operation, String header) {
        var path = "/configured/" + operation + "/" + operation;
        key("same").header(header, "anna").post(path).then().body(equalTo("run 1"));
        key("same").header(header, "bert").post(path).then().body(equalTo("run 2"));
        key("same").header(header, "anna").post(path).then().body(equalTo("run 1"));
        assertThat(SendKey.sql().texts("SELECT caller FROM onceward.operation_key WHERE operation = ? ORDER BY caller",
                operation)).containsExactly("anna", "bert");
    }

    @ParameterizedTest
    @ValueSource(strings = {"principal", "principal-uni"})
    void a_user_who_is_authenticated_on_demand_gets_no_answer_of_another(String method) {
        var path = "/configured/" + method + "-on-demand/" + method;
        user("anna", "secret", method).post(path).then().statusCode(200).body(equalTo("run 1"));
        user("bert", "secret", method).post(path).then().statusCode(200).body(equalTo("run 2"));
        user("anna", "secret", method).post(path).then().statusCode(200).body(equalTo("run 1"));
        user("anna", "wrong", method).post(path).then().statusCode(401);
        key(method).post(path).then().statusCode(200).body(equalTo("run 3"));
        assertThat(
                SendKey.sql().texts("SELECT caller FROM onceward.operation_key WHERE key = ? ORDER BY caller", method))
                .containsExactly("", "anna", "bert");
    }

    private static RequestSpecification user(String name, String password, String key) {
        return key(key).auth().preemptive().basic(name, password);
    }

    @Test
    void without_the_header_of_the_caller_a_request_is_refused() {
        key("t").post("/configured/no-tenant/tenant").then().statusCode(400)
                .body("type", equalTo("https://onceward.dev/problems/caller-unknown"),
                        "detail", equalTo("The request needs the header X-Tenant."));
        key("t").header("X-User", "u".repeat(256)).post("/configured/no-tenant/principal").then().statusCode(400)
                .body("detail", containsString("the name of the principal has 256 characters".substring(1)));
        assertThat(MethodRuns.of("no-tenant")).isZero();
    }

    @Test
    void anonymous_requests_have_the_empty_caller() {
        key("anonymous").post("/configured/anonymous/principal").then().body(equalTo("run 1"));
        key("anonymous").post("/configured/anonymous/principal").then().body(equalTo("run 1"));
        key("anonymous").header("X-User", "anna").post("/configured/anonymous/principal").then().body(equalTo("run 2"));
    }

    @Test
    void ignored_fields_may_change() {
        var path = "/configured/ignoring/ignoring";
        json("i", "{\"amount\": 1, \"client\": {\"name\": \"c\"}}").post(path).then().statusCode(200);
        json("i", "{\"version\": 2, \"amount\": 1, \"client\": {\"time\": 7, \"name\": \"c\"}}").post(path).then()
                .statusCode(200).header("Idempotent-Replayed", "true");
        json("i", "{\"amount\": 1, \"client\": {\"name\": \"d\"}}").post(path).then().statusCode(422);
        json("i", "{\"amount\": 1, \"client\": {\"name\": \"c\"}, \"more\": 1}").post(path).then().statusCode(422);
    }

    @Test
    void of_chosen_fields_only_these_count() {
        var path = "/configured/choosing/choosing";
        json("c", "{\"amount\": 1}").post(path).then().statusCode(200);
        json("c", "{\"amount\": 1.0, \"more\": 1}").post(path).then().statusCode(200).header("Idempotent-Replayed",
                "true");
        json("c", "{\"amount\": 2}").post(path).then().statusCode(422);
        json("c", "{}").post(path).then().statusCode(422);
        key("c").contentType("text/plain").body("{\"amount\": 1}").post(path).then().statusCode(422);
    }

    @Test
    void a_header_may_count() {
        var path = "/configured/headers/headers";
        key("h").header("X-Currency", "EUR").post(path).then().statusCode(200);
        key("h").header("X-Currency", "EUR").header("X-Other", "1").post(path).then().statusCode(200);
        key("h").header("X-Currency", "USD").post(path).then().statusCode(422);
        key("h").post(path).then().statusCode(422);
    }

    @Test
    void the_other_profile_has_other_statuses() throws Exception {
        var path = "/configured/accepted/accepted";
        var first = Thread.ofVirtual().start(() -> json("a", "1").post(path).then().statusCode(500));
        MethodRuns.started("accepted").await();
        json("a", "1").post(path).then().statusCode(202).header("Retry-After", "5")
                .header("Link", "<https://shop.example/docs>; rel=\"describedby\"; type=\"text/html\"");
        json("a", "2").post(path).then().statusCode(409)
                .body("type", equalTo("https://onceward.dev/problems/key-reused"));
        assertThat(MethodRuns.promise("accepted").completeExceptionally(new IllegalStateException("broken"))).isTrue();
        first.join();
        json("a", "1").post(path).then().statusCode(422).header("Idempotent-Replayed", "true")
                .body("type", equalTo("https://onceward.dev/problems/failed-earlier"));
        assertThat(MethodRuns.of("accepted")).isEqualTo(1);
        key("a-503").post("/configured/a-503/accepted-503").then().statusCode(503).body(equalTo("run 1"));
        key("a-503").post("/configured/a-503/accepted-503").then().statusCode(422)
                .body("type", equalTo("https://onceward.dev/problems/failed-earlier"));
    }

    @Test
    void settings_of_an_operation_that_no_method_has_stop_the_start() {
        var config = ReadIdempotentOperationTest.config(Map.of("onceward.guard.operations.ordr.lease", "1m"));
        assertThatThrownBy(() -> new IdempotentOperations(config, callers)).isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("onceward.guard.operations.ordr belongs to no method with @Idempotent: their "
                        + "operations are [accepted, choosing,")
                .hasMessageContaining(" order,");
    }

    @Test
    void two_beans_that_name_the_caller_stop_the_start() {
        var config = ReadIdempotentOperationTest.config(Map.of());
        assertThatThrownBy(() -> new IdempotentOperations(config, severalCallers))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("An application has at most one bean of the type IdempotencyCaller, and here are ["
                        + EndpointCallers.class.getName() + ", " + EndpointCallers.Tenants.class.getName() + "]");
    }

    @Test
    void a_limit_of_bodies_that_is_too_large_stops_the_start() {
        var config = ReadIdempotentOperationTest.config(Map.of("onceward.guard.max-body", "65M"));
        assertThatThrownBy(() -> new IdempotentOperations(config, callers))
                .hasMessage("onceward.guard.max-body must be at most 64M");
    }

    private static RequestSpecification shop(String shop) {
        return body("{\"order\": 1}").header("X-Shop", shop);
    }

    private static RequestSpecification body(String body) {
        return given().contentType("application/json").body(body);
    }
}
