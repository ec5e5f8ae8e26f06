package dev.onceward.intake.cloudevents;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PercentDecodingTest {

    /// The first is the binding's own example.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', textBlock = """
            Euro%20%E2%82%AC%20%F0%9F%98%80, Euro € 😀
            plain, plain
            %25, %
            %2541, %41
            %c3%a9, é
            a%20b, a b
            a b, a b
            "a b", a b
            "a\\"b\\\\c", a"b\\c
            "%22", "
            "open, "open
            """)
    void values_are_decoded(String encoded, String decoded) {
        assertThat(PercentDecoding.decode("ce-source", encoded)).isEqualTo(decoded);
    }

    @Test
    void bytes_that_are_not_percent_encoded_are_read_as_utf_8() {
        assertThat(PercentDecoding.decode("ce-source", new String("é".getBytes(UTF_8), ISO_8859_1))).isEqualTo("é");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "a%", "%-1", "%C0%A0", "%E9", "%ED%A0%80", "%F4%90%80%80", "\u00e9"})
    void a_value_that_decodes_to_no_text_is_refused_without_being_quoted(String encoded) {
        assertThatIllegalArgumentException().isThrownBy(() -> PercentDecoding.decode("ce-source", encoded))
                .withMessageStartingWith("The header ce-source ")
                .withMessageNotContaining(encoded + "'");
    }
}
