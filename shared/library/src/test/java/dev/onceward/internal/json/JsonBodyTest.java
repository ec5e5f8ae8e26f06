package dev.onceward.internal.json;

import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class JsonBodyTest {
    static final Duration QUICKLY = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "true", "0", "\"text\"", "{\"a\":{\"b\":[1,2,{}]}}", "{\"\":1}",
            " {\"a\" : 1}\n", "{\"größe\":\"€\"}"})
    void valid_json_is_parsed(String json) {
        assertThat(JsonBody.of(json.getBytes(UTF_8))).isInstanceOf(ValidJson.class);
    }

    @ParameterizedTest
    @MethodSource
    void a_body_that_is_empty_too_deep_or_names_a_member_twice_is_refused_quickly_with_the_reason(String body,
            String why) {
        var read = assertTimeoutPreemptively(QUICKLY, () -> JsonBody.of(body.getBytes(ISO_8859_1)));
        assertThat(read).isInstanceOfSatisfying(Broken.class, broken -> assertThat(broken.why()).isEqualTo(why));
    }

    static Stream<Arguments> a_body_that_is_empty_too_deep_or_names_a_member_twice_is_refused_quickly_with_the_reason() {
        return Stream.of(
                arguments("", "it is empty"),
                arguments(" \n\t", "it is empty"),
                arguments("[".repeat(100_000), "it is nested deeper than 100 levels"),
                arguments("{\"a\":".repeat(100_000), "it is nested deeper than 100 levels"),
                arguments("[".repeat(101) + "]".repeat(101), "it is nested deeper than 100 levels"),
                arguments("{\"secret\":1,\"secret\":2}", "it names a member twice"),
                arguments("[{\"b\":{\"secret\":1,\"secret\":1}}]", "it names a member twice"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"secret\":1} secret", "{} {}", "[1]]", "{\"secret\"", "secret", "{'secret':1}",
            "{\"secret\":01}", "{\"secret\":NaN}", "{\"secret\":+1}", "{\"secret\":1,}", "[1,2,]", "\"secret",
            "// secret\n{}",
            "{\"secret\u00fc\":\"\u00fc\"}", "\"\u00c0\u00a0secret\"", "\"\u00ffsecret\"", "\"secret\\x\"",
            "\"secret\nsecret\"", "\u0000secret", "{\"secret\":\"\u0001\"}"})
    void the_reason_why_a_body_is_not_json_does_not_quote_the_body(String body) {
        var read = JsonBody.of(body.getBytes(ISO_8859_1));
        assertThat(read).isInstanceOfSatisfying(Broken.class,
                broken -> assertThat(broken.why()).startsWith("it is not").doesNotContainIgnoringCase("secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1000000000", "1e-1000000000", "-1e1000000000", "1e2147483647", "10e2147483647",
            "1000000e2147483647", "1e-2147483648", "0.001e-2147483648", "1e99999999999999999999",
            "1e-99999999999999999999", "0e99999999999999999999"})
    void a_number_with_a_huge_exponent_is_parsed_or_refused_quickly(String number) {
        var read = assertTimeoutPreemptively(QUICKLY, () -> JsonBody.of(("{\"n\":" + number + "}").getBytes(UTF_8)));
        assertThat(read).isInstanceOfAny(ValidJson.class, Broken.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "9.", "-9"})
    void a_number_of_ten_thousand_digits_is_refused(String start) {
        var body = (start + "9".repeat(10_000)).getBytes(UTF_8);
        var read = assertTimeoutPreemptively(QUICKLY, () -> JsonBody.of(body));
        assertThat(read).isInstanceOfSatisfying(Broken.class,
                broken -> assertThat(broken.why()).startsWith("it is not valid").hasSizeLessThan(100));
    }

    @Test
    void json_of_a_hundred_levels_is_parsed() {
        assertThat(JsonBody.of(("[".repeat(100) + "]".repeat(100)).getBytes(UTF_8))).isInstanceOf(ValidJson.class);
    }

    /// RFC 8259, section 8.1: JSON between systems is UTF-8. Another encoding would have other bytes under one key.
    @Test
    void json_that_is_not_utf_8_is_refused() {
        assertThat(JsonBody.of("{\"a\":1}".getBytes(UTF_16))).isEqualTo(new Broken("it is not UTF-8"));
    }

    @Test
    void a_request_parses_its_json_body_once() {
        var request = Requests.of("{}");
        assertThat(request.json()).isSameAs(request.json());
    }
}
