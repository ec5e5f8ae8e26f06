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
    void a_composite_key_tells_its_parts_apart() {
        assertThat(key(BOTH, "{\"id\":\"bc\"}", "X-Shop", "a"))
                .isNotEqualTo(key(BOTH, "{\"id\":\"c\"}", "X-Shop", "ab"));
    }

    @Test
    void a_composite_key_is_the_hash_that_code_makes_of_the_same_values() {
        assertThat(key(BOTH, "{\"id\":7}", "X-Shop", "a"))
                .isEqualTo(Key.composite("orders", List.of("a", "7")).value());
    }

    @Test
    void of_a_composite_all_parts_must_be_there() {
        assertThat(extract(BOTH, "{}", "X-Shop", "a")).isEqualTo(new Missing("a value at /id in the body"));
    }

    @Test
    void a_malformed_part_makes_a_composite_malformed() {
        assertThat(extract(BOTH, "{\"id\":7}", "X-Shop", "ü")).isInstanceOf(Malformed.class);
    }

    @Test
    void the_first_rule_that_finds_a_key_is_the_one() {
        assertThat(extract(FIRST, "{\"id\":7}", "Idempotency-Key", "k")).isEqualTo(new Found("k"));
    }

    @Test
    void where_the_first_finds_nothing_the_next_is_asked() {
        assertThat(extract(FIRST, "{\"id\":7}")).isEqualTo(new Found("7"));
    }

    @Test
    void a_malformed_key_is_not_passed_over() {
        assertThat(extract(FIRST, "{\"id\":7}", "Idempotency-Key", "\"k")).isInstanceOf(Malformed.class);
    }

    @Test
    void where_none_finds_a_key_the_last_one_says_what_is_missing() {
        assertThat(extract(FIRST, "{}")).isEqualTo(new Missing("a value at /id in the body"));
    }

    @ParameterizedTest
    @CsvSource({"plain, true", "'a\tb', false"})
    void several_rules_know_the_keys_of_each(String key, boolean known) {
        assertThat(rule("content-hash | header:X").accepts(key)).isEqualTo(known);
    }

    @Test
    void a_uuid_source_has_no_keys() {
        assertThat(extract("uuid", "{}", "Idempotency-Key", "k")).isEqualTo(new Unkeyed());
    }

    @Test
    void a_uuid_source_knows_no_key() {
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
    void a_date_rule_knows_its_own_keys(String key) {
        assertThat(rule("date:report").accepts(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "report:", "report:2026-02-30", "report:2026-11-1", "other:2026-11-18", "report",
            "2026-11-18",
            "report:2026-11-18 "})
    void a_date_rule_knows_what_it_cannot_have_made(String key) {
        assertThat(rule("date:report").accepts(key)).isFalse();
    }

    @Test
    void a_key_for_another_body_names_that_body() {
        assertThat(new Key("orders", "k").apart("print")).isEqualTo(new Key("orders", "k~print"));
    }
}
