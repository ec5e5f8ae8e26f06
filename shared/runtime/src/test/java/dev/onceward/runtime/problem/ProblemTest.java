package dev.onceward.runtime.problem;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProblemTest {
    @Test
    void a_problem_is_written_as_json_as_rfc_9457_requires() {
        assertThat(new Problem(ProblemType.KEY_REUSED, "Another \"body\".").json()).isEqualTo(new JsonObject("""
                {"type": "https://onceward.dev/problems/key-reused",
                 "title": "The key was used with another body",
                 "status": 422,
                 "detail": "Another \\"body\\"."}
                """));
    }

    @ParameterizedTest
    @EnumSource
    void each_problem_type_has_an_error_status_and_a_word_that_fits_a_uri(ProblemType type) {
        assertThat(type.status()).isBetween(400, 599);
        assertThat(type.word()).matches("[a-z]+(-[a-z]+)*");
        assertThat(type.uri()).endsWith('/' + type.word());
    }
}
