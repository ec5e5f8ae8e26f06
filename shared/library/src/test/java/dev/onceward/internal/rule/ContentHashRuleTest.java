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

class ContentHashRuleTest {
    static final String FIELDS = "content-hash:/a,/b";

    /// `printf '\0\0\0\3abc' | sha256sum`
    @Test
    void a_content_hash_without_fields_is_the_hash_of_the_body_bytes() {
        assertThat(key("content-hash", "abc"))
                .isEqualTo("d04b72a650ce0f8ce4963330a53ee2832733d2baeffff3c1d8e256cca096d120");
    }

    @Test
    void a_content_hash_without_fields_does_not_require_json() {
        assertThat(extract("content-hash", "")).isInstanceOf(Found.class);
    }

    @Test
    void a_content_hash_without_fields_depends_on_each_byte() {
        assertThat(key("content-hash", "{}")).isNotEqualTo(key("content-hash", "{} "));
    }

    /// `printf '\0\0\0\2/a\0\0\0\1\061\0\0\0\2/b\0\0\0\3"x"' | sha256sum`
    @Test
    void a_content_hash_of_fields_is_the_hash_of_each_name_and_its_canonical_value() {
        assertThat(key(FIELDS, "{ \"b\":\"x\", \"a\":1.0 }"))
                .isEqualTo("27b1fc75b19f1b01d865b61133f94c2ba9a32e2bc61697a127d7876ea86a4a23");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
            "{\"a\":1,\"b\":2} ; {\"b\":2,\"a\":1}",
            "{\"a\":1,\"b\":2} ; {\"a\":1,\"b\":2,\"c\":3}",
            "{\"a\":{\"x\":1,\"y\":2}} ; {\"a\":{\"y\":2.0,\"x\":1e0}}"})
    void a_content_hash_of_fields_ignores_other_members_and_the_spelling_of_values(String one, String other) {
        assertThat(key(FIELDS, one)).isEqualTo(key(FIELDS, other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
            "{\"a\":1,\"b\":23} ; {\"a\":12,\"b\":3}",
            "{\"a\":1,\"b\":2} ; {\"a\":2,\"b\":1}",
            "{\"a\":1} ; {\"b\":1}",
            "{\"a\":1} ; {\"a\":1,\"b\":null}",
            "{\"a\":1,\"b\":\"\"} ; {\"a\":1}",
            "{\"a\":1} ; {\"a\":\"1\"}"})
    void different_values_of_the_fields_make_different_content_hashes(String one, String other) {
        assertThat(key(FIELDS, one)).isNotEqualTo(key(FIELDS, other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\"\\ud83d\"}", "{\"b\":{\"x\":\"\\ude00\"}}"})
    void an_unpaired_surrogate_in_a_hashed_field_is_malformed(String body) {
        assertThat(extract(FIELDS, body)).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "1", "{\"c\":1}"})
    void the_key_is_missing_when_the_body_has_none_of_the_fields(String body) {
        assertThat(extract(FIELDS, body)).isEqualTo(new Missing("a value at any of [/a, /b] in the body"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "hidden", "{\"a\":1,\"a\":2}", "{\"a\":1}x"})
    void a_content_hash_of_fields_is_malformed_for_a_body_that_is_not_json(String body) {
        assertThat(extract(FIELDS, body)).isInstanceOfSatisfying(Malformed.class,
                bad -> assertThat(bad.what()).startsWith("the body must be JSON to hash values in it, but it "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"content-hash", "content-hash:/a", "hybrid", "hybrid:/a",
            "composite:json:/a+json:/a"})
    void content_hash_hybrid_and_composite_rules_accept_the_keys_that_they_made(String rule) {
        assertThat(rule(rule).accepts(key(rule, "{\"a\":1}"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "A", "g"})
    void a_content_hash_rule_rejects_a_key_that_it_cannot_have_made(String start) {
        assertThat(rule("content-hash").accepts(start + "F".repeat(64 - start.length()))).isFalse();
    }

    @Test
    void a_hybrid_key_is_the_content_hash_marked_as_one_that_may_collide() {
        assertThat(extract("hybrid:/a", "{\"a\":1}")).isEqualTo(new Found(key("content-hash:/a", "{\"a\":1}"), true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "hidden"})
    void a_hybrid_key_is_missing_or_malformed_when_the_content_hash_is(String body) {
        assertThat(extract("hybrid:/a", body)).isEqualTo(extract("content-hash:/a", body));
    }
}
