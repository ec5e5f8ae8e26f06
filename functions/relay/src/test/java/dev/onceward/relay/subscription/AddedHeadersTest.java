package dev.onceward.relay.subscription;

import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AddedHeadersTest {

    @Test
    void names_of_added_headers_are_lower_case() {
        assertThat(AddedHeaders.of(Map.of("Authorization", "Bearer a b")))
                .isEqualTo(Map.of("authorization", "Bearer a b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "Content-Length", "Transfer-Encoding", "Connection", "Content-Type", "CE-Id",
            "webhook-signature", "Traceparent"})
    void a_header_that_the_relay_sets_cannot_be_added(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddedHeaders.of(Map.of(name, "a")))
                .withMessageStartingWith("must not have " + name.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "é"})
    void an_invalid_header_name_is_refused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddedHeaders.of(Map.of(name, "a")))
                .withMessageStartingWith("must be named with");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "hidden\r\nx: y", "hidden\n", "hidden\0", "hiddén", " hidden"})
    void a_value_that_breaks_the_request_is_refused_without_quoting_it(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddedHeaders.of(Map.of("X-Token", value)))
                .withMessage("must have a value of printable ASCII characters for X-Token");
    }
}
