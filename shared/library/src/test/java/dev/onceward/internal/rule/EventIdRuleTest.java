package dev.onceward.internal.rule;

import java.time.Clock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.internal.key.ExtractedKey.Fallback;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.request.Requests;

import static org.assertj.core.api.Assertions.assertThat;

class EventIdRuleTest {
    private static final KeyRules RULES = new KeyRules(Clock.systemUTC(), "json:/event_id");
    private static final KeyRule RULE = RULES.parse("event-id");

    @Test
    void the_id_of_an_event_is_its_idempotency_key() {
        assertThat(RULE.of(Requests.of("{\"event_id\": \"Ev1\"}"))).isEqualTo(new Found("Ev1"));
    }

    @Test
    void an_event_without_an_id_falls_back_to_its_fingerprint_and_reports_the_missing_id() {
        var request = Requests.of("{\"type\": \"app_rate_limited\"}");
        assertThat(RULE.of(request)).isEqualTo(new Fallback(request.fingerprint().hex(),
                new Missing("a value at /event_id in the body")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            command=%2Fdeploy&text=now             | the body must be JSON to find /event_id in it, but it is not valid at
            {"event_id": "Ev1", "a": 1, "a": 2}    | the body must be JSON to find /event_id in it, but it names a member
            {"event_id": ["Ev1"]}                  | the value at /event_id must be a string or a number
            {"event_id": ""}                       | the value at /event_id is empty
            """)
    void an_event_with_an_unreadable_id_falls_back_to_its_fingerprint_and_reports_the_reason(String body, String why) {
        var request = Requests.of(body);
        assertThat(RULE.of(request)).isInstanceOfSatisfying(Fallback.class, fallback -> {
            assertThat(fallback.key()).isEqualTo(request.fingerprint().hex());
            assertThat(fallback.unread()).isInstanceOfSatisfying(Malformed.class,
                    malformed -> assertThat(malformed.what()).startsWith(why));
        });
    }

    @Test
    void an_event_id_rule_accepts_event_ids_and_fingerprints() {
        assertThat(RULE.accepts("Ev1")).isTrue();
        assertThat(RULE.accepts("0".repeat(64))).isTrue();
        assertThat(RULE.accepts("\0")).isFalse();
    }

    @Test
    void an_event_without_an_id_is_unkeyed_when_the_rule_of_its_preset_ends_in_uuid() {
        var rule = new KeyRules(Clock.systemUTC(), "header:Idempotency-Key | uuid").parse("event-id");
        assertThat(rule.of(Requests.of("{}", "Idempotency-Key", "k1"))).isEqualTo(new Found("k1"));
        assertThat(rule.of(Requests.of("{}"))).isEqualTo(new Unkeyed());
    }
}
