package dev.onceward.internal.rule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;

import static dev.onceward.internal.rule.Rules.extract;
import static dev.onceward.internal.rule.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

class HeaderRuleTest {
    static final String RULE = "header:X-Delivery";

    @ParameterizedTest
    @ValueSource(strings = {"X-Delivery", "x-delivery", "X-DELIVERY"})
    void the_value_of_a_header_is_the_key_whatever_the_case_of_the_header_name(String name) {
        assertThat(extract(RULE, "", name, "d 1;x=\"y\"")).isEqualTo(new Found("d 1;x=\"y\""));
    }

    @Test
    void white_space_around_a_header_value_is_not_part_of_the_key() {
        assertThat(extract(RULE, "", "X-Delivery", " \t1 ")).isEqualTo(new Found("1"));
    }

    @Test
    void without_the_header_the_key_is_missing() {
        assertThat(extract(RULE, "", "X-Other", "1")).isEqualTo(new Missing("the header X-Delivery"));
    }

    @Test
    void a_header_that_came_twice_is_malformed() {
        assertThat(extract(RULE, "", "X-Delivery", "1", "x-delivery", "1"))
                .isEqualTo(new Malformed("the header X-Delivery came 2 times; it may come once"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "ü", "a\u0000", "a\u0085b", "a\u007fb", "\uD83D\uDE00"})
    void a_header_value_that_is_empty_or_not_printable_ascii_is_malformed(String value) {
        assertThat(extract(RULE, "", "X-Delivery", value)).isInstanceOf(Malformed.class);
    }

    @Test
    void a_header_value_of_255_characters_is_a_key() {
        assertThat(extract(RULE, "", "X-Delivery", "k".repeat(255))).isEqualTo(new Found("k".repeat(255)));
    }

    @Test
    void a_header_value_of_256_characters_is_malformed_and_the_reason_names_its_length() {
        assertThat(extract(RULE, "", "X-Delivery", "k".repeat(256)))
                .isEqualTo(new Malformed("the header X-Delivery has 256 characters; a key has 1 to 255"));
    }

    @Test
    void the_idempotency_key_header_is_read_as_a_structured_string() {
        assertThat(extract("header:idempotency-key", "", "Idempotency-Key", " \"a\\\"b\";p "))
                .isEqualTo(new Found("a\"b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a b", "~", "k\"k"})
    void a_header_rule_accepts_the_keys_that_it_can_have_made(String key) {
        assertThat(rule(RULE).accepts(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ü", "a\tb", "\u007f"})
    void a_header_rule_rejects_a_key_that_it_cannot_have_made(String key) {
        assertThat(rule(RULE).accepts(key)).isFalse();
    }

    @Test
    void a_header_rule_rejects_a_key_of_256_characters() {
        assertThat(rule(RULE).accepts("k".repeat(256))).isFalse();
    }
}
