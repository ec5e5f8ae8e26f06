package dev.onceward.intake;

import java.net.URLEncoder;

import io.restassured.response.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.testing.servers.Servers.sql;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/// What an operator sees of the keys of guarded operations, and does about held ones.
class OperationKeyIT {
    private static final String WHY = "{\"by\": \"ada\", \"why\": \"looked it up\"}";

    private final String key = fresh();

    @BeforeEach
    void hold() {
        hold("payment", "anna", key);
    }

    @Test
    void the_state_of_a_key_is_shown_without_an_answer() {
        var address = address("payment", key) + "?caller=anna";
        operating().get(address).then().statusCode(200).header("Cache-Control", "no-store")
                .body("operation", equalTo("payment")).body("caller", equalTo("anna")).body("key", equalTo(key))
                .body("state", equalTo("held")).body("attempts", equalTo(1)).body("expiresAt", nullValue())
                .body("lastError", containsString("within its lease"));
        post("payment", "/complete", "{\"answer\": {\"secret\": 7}, \"why\": \"charged\"}").then().statusCode(200)
                .body("completed", equalTo(true));
        assertThat(operating().get(address).then().statusCode(200).body("state", equalTo("completed")).extract()
                .asString()).doesNotContain("secret");
    }

    @Test
    void a_released_key_is_pending_and_the_audit_says_who_released_it_and_why() {
        post("payment", "/release", WHY).then().statusCode(200).body("released", equalTo(true));
        assertThat(state(key)).isEqualTo("pending");
        assertThat(sql().query("""
                SELECT concat_ws(' ', actor, action, detail ->> 'caller', detail ->> 'why')
                  FROM onceward.audit WHERE detail ->> 'key' = ?
                """, key)).isEqualTo("ada release key anna looked it up");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"number\":7,\"of\":[1.5,true,null]}", "\"\\u00fc \\\"\"", "null", "[]",
            "12345678901234567890"})
    void a_completed_key_keeps_the_answer_that_the_operator_gave(String answer) {
        post("payment", "/complete", "{\"answer\": " + answer + ", \"why\": \"charged\"}").then().statusCode(200);
        assertThat(sql().query("""
                SELECT convert_from(answer, 'UTF8')::jsonb = ?::jsonb FROM onceward.operation_key WHERE key = ?
                """, answer, key)).isEqualTo("true");
    }

    @Test
    void an_answer_may_be_larger_than_other_commands() {
        post("payment", "/complete", "{\"answer\": \"" + "x".repeat(100_000) + "\", \"why\": \"charged\"}").then()
                .statusCode(200);
    }

    @Test
    void a_key_that_is_not_held_is_answered_409_with_its_state() {
        post("payment", "/release", WHY).then().statusCode(200);
        for (var command : new String[]{"/release", "/complete"}) {
            var body = command.equals("/release") ? WHY : "{\"answer\": 7, \"why\": \"charged\"}";
            post("payment", command, body).then().statusCode(409).contentType(PROBLEM)
                    .body("type", endsWith("/key-not-held")).body("detail", containsString("is pending"));
        }
        assertThat(state(key)).isEqualTo("pending");
    }

    @Test
    void an_unknown_key_is_answered_404() {
        operating().get(address("payment", key)).then().statusCode(404).contentType(PROBLEM)
                .body("type", endsWith("/unknown-operation-key"));
        post("refund", "/release", WHY).then().statusCode(404).contentType(PROBLEM)
                .body("type", endsWith("/unknown-operation-key"));
        operating().get(address("payment", "\0")).then().statusCode(404).contentType(PROBLEM);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"/release;{};Say why", "/complete;{\"answer\": 7};Say why",
            "/complete;{\"why\": \"x\"};Give the JSON", "/release;{\"why\": \"x\", \"answer\": 7};unknown member",
            "/complete;{\"why\": \"x\", \"answer\": };must be JSON"})
    void an_invalid_command_is_answered_400_with_the_reason_and_changes_nothing(String command, String body,
            String reason) {
        post("payment", command, body).then().statusCode(400).contentType(PROBLEM)
                .body("detail", containsString(reason));
        assertThat(state(key)).isEqualTo("held");
    }

    @Test
    void every_request_needs_the_token_of_the_operator() {
        var address = address("payment", key);
        asking().get(address).then().statusCode(401).contentType(PROBLEM);
        asking().body(WHY).post(address + "/release?caller=anna").then().statusCode(401);
        asking().header("Authorization", "Bearer " + IntakeRequests.READ_TOKEN).body(WHY)
                .post(address + "/complete?caller=anna").then().statusCode(401);
        assertThat(state(key)).isEqualTo("held");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "/", "//", "a/../b", "release", "a/release", "%2F", "100%", "a b", "a+b", "a;b=c",
            "a?b#c",
            "a&caller=x", "ü€😀", "\"'\\", "*{}|", ":", "...", "a.b"})
    void a_key_an_operation_and_a_caller_may_have_any_characters(String text) {
        hold(text, text, text);
        var address = address(text, text);
        var caller = "?caller=" + encoded(text);
        operating().urlEncodingEnabled(false).get(address + caller).then().statusCode(200).body("key", equalTo(text))
                .body("operation", equalTo(text)).body("caller", equalTo(text));
        operating().urlEncodingEnabled(false).body(WHY).post(address + "/release" + caller).then().statusCode(200)
                .body("released", equalTo(true));
    }

    private Response post(String operation, String command, String body) {
        return operating().body(body).urlEncodingEnabled(false)
                .post(address(operation, key) + command + "?caller=anna");
    }

    private static String address(String operation, String key) {
        return "/api/v1/operations/" + encoded(operation) + "/keys/" + encoded(key);
    }

    /// Percent-encodes all but letters, digits and some characters that have no meaning in an address.
    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A");
    }

    private static String state(String key) {
        return sql().query("SELECT state FROM onceward.operation_key WHERE key = ?", key);
    }

    /// As the guard does when the process that ran the operation died.
    private static void hold(String operation, String caller, String key) {
        var claim = "SELECT claim FROM onceward.claim_operation_key(?, ?, ?, sha256(''), NULL, '30 seconds', true)";
        assertThat(sql().query(claim, operation, caller, key)).isEqualTo("granted");
        sql().execute("UPDATE onceward.operation_key SET lease_until = now() WHERE operation = ? AND key = ?",
                operation, key);
        assertThat(sql().query(claim, operation, caller, key)).isEqualTo("held");
    }
}
