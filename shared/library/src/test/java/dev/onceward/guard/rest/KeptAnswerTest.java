package dev.onceward.guard.rest;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.guard.rest.SendKey.key;
import static dev.onceward.guard.rest.SendKey.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

/// Answers that are kept for repetitions, by the method or by an operator.
@QuarkusTest
@WithTestResource(EndpointServers.class)
class KeptAnswerTest {

    @Test
    void a_repetition_of_an_answer_that_was_too_large_to_be_kept_says_so_and_runs_nothing() {
        key("small").post("/blocking/small/small").then().statusCode(200).body(equalTo("x".repeat(200) + 1));
        key("small").post("/blocking/small/small").then().statusCode(410).header("Idempotent-Replayed", "true")
                .body("type", equalTo("https://onceward.dev/problems/answer-not-kept"));
        assertThat(MethodRuns.of("small")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"number\": 7}", "{\"status\": \"201\"}", "{\"status\": 99}", "[201]", "7", "null",
            "no json",
            "{\"status\": 201, \"headers\": 7}", "{\"status\": 201, \"base64\": \"?\"}"})
    void a_kept_value_that_is_no_answer_is_not_sent(String answer) {
        keepAnswer(answer);
        key(answer.replace('"', '\'')).post("/uni/no-answer/nothing").then().statusCode(410)
                .header("Idempotent-Replayed", "true")
                .body("type", equalTo("https://onceward.dev/problems/answer-not-kept"));
    }

    @Test
    void a_kept_text_without_headers_is_plain() {
        keepAnswer("{\"status\": 201, \"text\": \"done\"}");
        key("{'status': 201, 'text': 'done'}").post("/uni/no-answer/nothing").then().statusCode(201)
                .contentType("text/plain;charset=UTF-8").body(equalTo("done"));
    }

    /// The key is the answer with other quotes.
    private static void keepAnswer(String answer) {
        var key = answer.replace('"', '\'');
        key(key).post("/uni/no-answer/nothing").then().statusCode(204);
        assertThat(sql().query(
                "UPDATE onceward.operation_key SET answer = convert_to(?, 'UTF8') WHERE key = ? RETURNING key", answer,
                key)).isEqualTo(key);
    }

    @Test
    void an_operator_decides_about_a_held_key() {
        key("held").post("/uni/held/nothing").then().statusCode(204);
        sql().execute(
                "UPDATE onceward.operation_key SET state = 'held', answer = NULL, expires_at = 'infinity' WHERE key = 'held'");
        key("held").post("/uni/held/nothing").then().statusCode(409).header("Retry-After", "60")
                .body("type", equalTo("https://onceward.dev/problems/held"));
        sql().execute("""
                UPDATE onceward.operation_key SET state = 'completed', answer = convert_to('{"status": 201,
                       "headers": {"Content-Type": ["application/json"]}, "text": "{\\"id\\": 7}"}', 'UTF8'),
                       expires_at = now() + interval '7 days'
                 WHERE operation = 'order' AND key = 'held' AND state = 'held'
                """);
        key("held").post("/uni/held/nothing").then().statusCode(201).contentType("application/json")
                .body("id", equalTo(7));
        assertThat(MethodRuns.of("held")).isEqualTo(1);
    }
}
