package dev.onceward.internal.key;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class IdempotencyKeyTest {

    /// The strings of RFC 9651's test suite (httpwg/structured-field-tests, `string.json`) that a parser must take,
    /// the example of the IETF draft, and parameters, which say nothing here.
    static Stream<Arguments> strings() {
        return Stream.of(
                arguments("\"foo bar\"", "foo bar"),
                arguments("\"   \"", "   "),
                arguments("\"foo \\\"bar\\\" \\\\ baz\"", "foo \"bar\" \\ baz"),
                arguments("\"8e03978e-40d5-43dd-bc93-6894a57f9324\"", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
                arguments("\"a;b=c,d\"", "a;b=c,d"),
                arguments("\"a\";b", "a"),
                arguments("\"a\"; b=1", "a"),
                arguments("\"a\";b=?1;c=:aGk=:;d=tok/en:*;e=\"x\";*f=-1.5;g=@99", "a"),
                arguments("\"a\";b=\"x y\"", "a"));
    }

    @ParameterizedTest
    @MethodSource("strings")
    void a_structured_string_is_read(String header, String key) {
        assertThat(IdempotencyKey.parse(header)).isEqualTo(new Found(key));
    }

    /// Of the same suite: what a parser must refuse.
    @ParameterizedTest
    @ValueSource(strings = {"\"füü\"", "\"\\t\"", "\" \\n \"", "\"\t\"", "\"foo", "\"foo \\,\"", "\"foo \\\"",
            "\"foo \\", "\"", "\"a\"b", "\"a\" b", "\"a\", \"b\"", "\"a\"\"b\"", "\"a\";", "\"a\";B=1", "\"a\";1",
            "\"a\";b=", "\"a\";b=\"x", "\"a\\\u00e9\""})
    void a_broken_string_is_malformed(String header) {
        assertThat(IdempotencyKey.parse(header)).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8e03978e-40d5-43dd-bc93-6894a57f9324", "KG5LxwFBepaKHyUD", "'foo'", "order:1/2 b", "a\"b"})
    void bare_characters_are_taken_as_they_are(String header) {
        assertThat(IdempotencyKey.parse(header)).isEqualTo(new Found(header));
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "a\tb", "a\u0000", "a\u007f", "\uD83D\uDE00", "\uD800", "a\nb"})
    void bare_characters_beyond_printable_ascii_are_malformed(String header) {
        assertThat(IdempotencyKey.parse(header)).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"\";a=1"})
    void an_empty_key_is_malformed(String header) {
        assertThat(IdempotencyKey.parse(header)).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "\"%s\"", "\"%s\";a=1"})
    void a_key_has_up_to_255_characters(String form) {
        assertThat(IdempotencyKey.parse(form.formatted("k".repeat(255)))).isEqualTo(new Found("k".repeat(255)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "\"%s\"", "\"%s\";a=1"})
    void a_key_of_256_characters_is_malformed(String form) {
        assertThat(IdempotencyKey.parse(form.formatted("k".repeat(256)))).isInstanceOf(Malformed.class);
    }

    @Test
    void escapes_do_not_count_as_characters() {
        assertThat(IdempotencyKey.parse('"' + "\\\"".repeat(255) + '"')).isEqualTo(new Found("\"".repeat(255)));
    }

    @ParameterizedTest
    @MethodSource
    void every_quoted_byte_is_accepted_or_malformed_as_rfc_9651_requires(int character) {
        var taken = character >= 0x20 && character <= 0x7e && character != '"' && character != '\\';
        assertThat(IdempotencyKey.parse("\"" + (char) character + "\""))
                .isInstanceOf(taken ? Found.class : Malformed.class);
    }

    static IntStream every_quoted_byte_is_accepted_or_malformed_as_rfc_9651_requires() {
        return IntStream.range(0, 256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "\"\\", "\"\\\"", "\"a\";", "\"a\";a=\"", ";a", " ;"})
    void a_malformed_header_of_a_megabyte_is_refused_quickly(String piece) {
        var header = '"' + piece.repeat(1_000_000 / piece.length());
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(10), () -> IdempotencyKey.parse(header)))
                .isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with \"quotes\"", "with \\ backslash", "\\\"", " "})
    void a_quoted_key_is_parsed_back_to_the_same_key(String key) {
        assertThat(IdempotencyKey.parse(IdempotencyKey.quoted(key))).isEqualTo(new Found(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"hidden", "\"hidden\\x\"", "hidden\u0001", "hidden-hidden"})
    void the_reason_for_a_malformed_key_does_not_quote_the_header(String start) {
        assertThat(IdempotencyKey.parse(start + "hidden\u0007".repeat(50)))
                .isInstanceOfSatisfying(Malformed.class, bad -> assertThat(bad.what()).doesNotContain("hidden"));
    }
}
