package dev.onceward.internal.rule;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.request.Requests;

import static dev.onceward.internal.rule.Rules.extract;
import static dev.onceward.internal.rule.Rules.key;
import static dev.onceward.internal.rule.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

class CombinedRulesTest {
    static final String BOTH = "composite:header:X-Shop+json:/id";
    static final String FIRST = "header:Idempotency-Key | json:/id";

    @Test
    void parts_that_concatenate_to_the_same_text_make_different_composite_keys() {
        assertThat(key(BOTH, "{\"id\":\"bc\"}", "X-Shop", "a"))
                .isNotEqualTo(key(BOTH, "{\"id\":\"c\"}", "X-Shop", "ab"));
    }

    @Test
    void a_composite_rule_makes_the_same_key_as_the_api_makes_of_the_same_values() {
        assertThat(key(BOTH, "{\"id\":7}", "X-Shop", "a"))
                .isEqualTo(Key.composite("orders", List.of("a", "7")).value());
    }

    @Test
    void a_composite_key_is_missing_when_one_of_its_parts_is_missing() {
        assertThat(extract(BOTH, "{}", "X-Shop", "a")).isEqualTo(new Missing("a value at /id in the body"));
    }

    @Test
    void a_malformed_part_makes_a_composite_key_malformed() {
        assertThat(extract(BOTH, "{\"id\":7}", "X-Shop", "ü")).isInstanceOf(Malformed.class);
    }

    @Test
    void of_several_rules_the_first_that_finds_a_key_provides_it() {
        assertThat(extract(FIRST, "{\"id\":7}", "Idempotency-Key", "k")).isEqualTo(new Found("k"));
    }

    @Test
    void the_next_rule_is_tried_when_the_first_finds_no_key() {
        assertThat(extract(FIRST, "{\"id\":7}")).isEqualTo(new Found("7"));
    }

    @Test
    void a_malformed_key_prevents_the_next_rule_from_being_tried() {
        assertThat(extract(FIRST, "{\"id\":7}", "Idempotency-Key", "\"k")).isInstanceOf(Malformed.class);
    }

    @Test
    void the_last_rule_names_the_missing_value_when_no_rule_finds_a_key() {
        assertThat(extract(FIRST, "{}")).isEqualTo(new Missing("a value at /id in the body"));
    }

    @ParameterizedTest
    @CsvSource({"plain, true", "'a\tb', false"})
    void several_rules_accept_a_key_that_one_of_them_can_make(String key, boolean known) {
        assertThat(rule("content-hash | header:X").accepts(key)).isEqualTo(known);
    }

    @Test
    void a_uuid_rule_extracts_no_key() {
        assertThat(extract("uuid", "{}", "Idempotency-Key", "k")).isEqualTo(new Unkeyed());
    }

    @Test
    void a_uuid_rule_accepts_no_key() {
        assertThat(rule("uuid").accepts("8e03978e-40d5-43dd-bc93-6894a57f9324")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"2026-11-17T23:59:59.999Z, report:2026-11-17", "2026-11-18T00:00:00Z, report:2026-11-18",
            "2026-12-31T23:59:59Z, report:2026-12-31"})
    void a_date_key_is_the_day_in_utc(Instant now, String key) {
        var clock = Clock.fixed(now, ZoneId.of("Pacific/Auckland"));
        assertThat(new KeyRules(clock, "").parse("date:report").of(Requests.of(""))).isEqualTo(new Found(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"report:2026-11-18", "report:1999-12-31"})
    void a_date_rule_accepts_a_key_that_it_can_have_made(String key) {
        assertThat(rule("date:report").accepts(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "report:", "report:2026-02-30", "report:2026-11-1", "other:2026-11-18", "report",
            "2026-11-18",
            "report:2026-11-18 "})
    void a_date_rule_rejects_a_key_that_it_cannot_have_made(String key) {
        assertThat(rule("date:report").accepts(key)).isFalse();
    }

    @Test
    void a_key_for_another_body_ends_with_the_fingerprint_of_that_body() {
        assertThat(new Key("orders", "k").apart("print")).isEqualTo(new Key("orders", "k~print"));
    }
}
