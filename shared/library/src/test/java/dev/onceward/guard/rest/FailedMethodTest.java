package dev.onceward.guard.rest;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.guard.rest.SendKey.key;
import static dev.onceward.guard.rest.SendKey.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

/// Methods that throw, and answers of 500 and above.
@QuarkusTest
@WithTestResource(EndpointServers.class)
class FailedMethodTest {

    @ParameterizedTest
    @CsvSource({"conflict, 409, run 1", "bare, 402, ''", "mapped, 410, out of stock", "later, 418, mapped later"})
    void an_exception_with_a_response_below_500_is_an_answer(String order, int status, String body) {
        for (var kind : new String[]{"uni", "blocking"}) {
            var path = "/" + kind + "/" + order + "-" + kind + "/throwing";
            var first = key(path).post(path);
            first.then().statusCode(status).body(containsString(body));
            var second = key(path).post(path);
            second.then().statusCode(status).header("Idempotent-Replayed", "true").contentType(first.contentType());
            assertThat(second.asByteArray()).isEqualTo(first.asByteArray());
            assertThat(MethodRuns.of(order + "-" + kind)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"illegal, 500", "burnt, 507", "unavailable, 503", "unmapper, 500", "panic, 500"})
    void after_another_exception_the_next_request_runs_the_method_again(String order, int status) {
        for (var kind : new String[]{"uni", "blocking"}) {
            var path = "/" + kind + "/" + order + "-" + kind + "/throwing";
            for (var run = 1; run <= 2; run++) {
                key(path).post(path).then().statusCode(status);
                assertThat(MethodRuns.of(order + "-" + kind)).isEqualTo(run);
            }
        }
    }

    @Test
    void after_an_answer_of_500_and_above_the_next_request_runs_the_method_again() {
        key("503").post("/blocking/run-503/answering-503").then().statusCode(503).body(equalTo("run 1"));
        key("503").post("/blocking/run-503/answering-503").then().statusCode(503).body(equalTo("run 2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uni", "blocking"})
    void a_panic_is_recorded_with_its_text(String kind) {
        var path = "/" + kind + "/panic-text-" + kind + "/throwing";
        key(path).post(path).then().statusCode(500);
        assertThat(sql().query("SELECT state || ': ' || last_error FROM onceward.operation_key WHERE key = ?", path))
                .isEqualTo("pending: java.lang.StackOverflowError: too deep for panic-text-" + kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"illegal", "panic", "unmapper"})
    void a_kept_failure_is_not_run_again_and_shows_nothing_of_itself(String order) {
        for (var kind : new String[]{"uni", "blocking"}) {
            var path = "/" + kind + "/" + order + "-kept-" + kind + "/throwing-kept";
            key(path).post(path).then().statusCode(500);
            key(path).post(path).then().statusCode(500).header("Idempotent-Replayed", "true")
                    .contentType("application/problem+json")
                    .body("type", equalTo("https://onceward.dev/problems/failed-earlier"),
                            "detail", equalTo("Its failure is kept, and it does not run again."));
            assertThat(MethodRuns.of(order + "-kept-" + kind)).isEqualTo(1);
        }
    }

    @Test
    void a_kept_answer_of_500_and_above_is_repeated() {
        for (var i = 0; i < 2; i++) {
            key("kept-503").post("/blocking/run-kept-503/answering-503-kept").then().statusCode(503)
                    .body(equalTo("run 1"));
            key("burnt").post("/uni/burnt-kept/throwing-kept").then().statusCode(507).body(equalTo("on fire"));
        }
    }
}
