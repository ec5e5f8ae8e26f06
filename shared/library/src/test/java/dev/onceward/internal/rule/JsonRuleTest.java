package dev.onceward.internal.rule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;

import static dev.onceward.internal.rule.Rules.extract;
import static dev.onceward.internal.rule.Rules.key;
import static dev.onceward.internal.rule.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

class JsonRuleTest {
    static final String RULE = "json:/order/id";

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"\"A-1\", A-1", "17, 17", "17.0, 17", "1.70e1, 17", "-0, 0", "1.5, 1.5",
            "9007199254740993, 9007199254740993", "\"größe\", größe", "\"a b\", a b"})
    void a_string_or_number_at_the_pointer_is_the_key(String json, String key) {
        assertThat(key(RULE, order(json))).isEqualTo(key);
    }

    @Test
    void a_pointer_finds_members_with_slashes_and_elements() {
        assertThat(key("json:/a~1b/1", "{\"a/b\":[0,\"it\"]}")).isEqualTo("it");
    }

    @Test
    void large_numbers_that_differ_make_different_keys() {
        assertThat(key(RULE, order("9007199254740993"))).isNotEqualTo(key(RULE, order("9007199254740992")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "1", "{\"order\":1}", "{\"order\":{}}", "{\"order\":{\"id\":null}}"})
    void the_key_is_missing_when_the_body_has_no_value_at_the_pointer(String body) {
        assertThat(extract(RULE, body)).isEqualTo(new Missing("a value at /order/id in the body"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "{}", "[1]", "{\"a\":1}"})
    void a_value_that_is_neither_a_string_nor_a_number_is_malformed(String json) {
        assertThat(extract(RULE, order(json)))
                .isEqualTo(new Malformed("the value at /order/id must be a string or a number"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"a\\u0000b\"", "\"\\n\"", "\"\\u009f\"", "\"\\ud800\"", "\"\\udc00x\""})
    void an_empty_string_or_one_with_control_characters_or_unpaired_surrogates_is_malformed(String json) {
        assertThat(extract(RULE, order(json))).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e254", "1e255", "1e1000000000", "-1e-1000000000"})
    void a_number_with_a_huge_exponent_is_a_key_or_malformed_without_being_written_out(String number) {
        assertThat(extract(RULE, order(number))).isInstanceOfAny(Found.class, Malformed.class);
    }

    @Test
    void a_string_of_256_characters_is_malformed() {
        assertThat(extract(RULE, order('"' + "k".repeat(256) + '"')))
                .isEqualTo(new Malformed("the value at /order/id has 256 characters; a key has 1 to 255"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hidden", "{\"hidden\"", "{\"hidden\":1,\"hidden\":2}", "\u00ff"})
    void a_body_that_is_not_json_is_malformed_and_not_quoted(String body) {
        assertThat(extract(RULE, body)).isInstanceOfSatisfying(Malformed.class,
                bad -> assertThat(bad.what()).startsWith("the body must be JSON to find /order/id in it, but it ")
                        .doesNotContain("hidden"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "größe", "\uD83D\uDE00"})
    void a_json_rule_accepts_the_keys_that_it_can_have_made(String key) {
        assertThat(rule(RULE).accepts(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb", "\uD83D"})
    void a_json_rule_rejects_a_key_that_it_cannot_have_made(String key) {
        assertThat(rule(RULE).accepts(key)).isFalse();
    }

    static String order(String id) {
        return "{\"order\":{\"id\":" + id + "}}";
    }
}
