package dev.onceward.intake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;

class IdempotencyKeyIT {

    @Test
    void a_quoted_and_a_bare_key_are_the_same_key() {
        var key = fresh();
        var quoted = event(post("plain", '"' + key + '"', "{}"));
        assertThat(event(post("plain", key, "{}"))).isEqualTo(quoted);
        assertThat(event(post("plain", '"' + key + "\";v=1;of=\"me\"", "{}"))).isEqualTo(quoted);
    }

    @Test
    void escaped_characters_in_a_quoted_key_are_unescaped() {
        var key = fresh();
        var quoted = event(post("plain", "\"" + key + "\\\"\\\\\"", "{}"));
        assertThat(event(post("plain", key + "\"\\", "{}"))).isEqualTo(quoted);
    }

    @Test
    void an_idempotency_key_has_up_to_255_characters() {
        var longest = (fresh() + "x".repeat(255)).substring(0, 255);
        post("plain", longest, "{}").then().statusCode(202);
        post("plain", longest + "y", "{}").then().statusCode(400);
        post("plain", '"' + longest + '"', "{}").then().statusCode(202);
        post("plain", '"' + longest + "y\"", "{}").then().statusCode(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"open", "\"a\"b", "\"a\\b\"", "\"a\", \"b\"", "\"caf\u00e9\"", "caf\u00e9",
            "\"a\";;"})
    void an_idempotency_key_with_invalid_syntax_is_malformed(String key) {
        post("plain", key, "{}").then().statusCode(400).contentType(PROBLEM).body("type", endsWith("/key-malformed"));
    }

    @Test
    void an_empty_key_is_malformed() {
        try (var wire = RawConnection.post("plain", "Idempotency-Key:", "Content-Length: 0")) {
            assertThat(wire.status()).isEqualTo(400);
        }
    }

    @Test
    void a_key_with_a_tab_is_malformed() {
        try (var wire = RawConnection.post("plain", "Idempotency-Key: \"a\tb\"", "Content-Length: 0")) {
            assertThat(wire.status()).isEqualTo(400);
        }
    }

    @Test
    void a_key_with_a_nul_is_malformed() {
        try (var wire = RawConnection.post("plain", "Idempotency-Key: a\0b", "Content-Length: 0")) {
            assertThat(wire.status()).isEqualTo(400);
        }
    }

    @Test
    void two_idempotency_key_headers_are_malformed() {
        asking().header(KEY, fresh(), fresh()).body("{}").post("/hooks/plain").then().statusCode(400);
    }
}
