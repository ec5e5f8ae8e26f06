package dev.onceward.key;

import java.time.Clock;

import org.junit.jupiter.api.Test;

import dev.onceward.key.Extracted.Found;
import dev.onceward.request.Requests;

import static org.assertj.core.api.Assertions.assertThat;

class EventIdRuleTest {
    private static final KeyRules RULES = new KeyRules(Clock.systemUTC(), "json:/event_id");
    private static final KeyRule RULE = RULES.parse("event-id");

    @Test
    void the_id_of_an_event_is_its_key() {
        assertThat(RULE.of(Requests.of("{\"event_id\": \"Ev1\"}"))).isEqualTo(new Found("Ev1"));
    }

    @Test
    void an_event_without_one_goes_by_its_content() {
        var hash = RULES.parse("content-hash");
        var request = Requests.of("{\"type\": \"app_rate_limited\"}");
        assertThat(RULE.of(request)).isEqualTo(hash.of(request));
    }

    @Test
    void so_does_one_that_cannot_be_read() {
        var request = Requests.of("command=%2Fdeploy&text=now");
        assertThat(RULE.of(request)).isEqualTo(RULES.parse("content-hash").of(request));
    }

    @Test
    void both_kinds_of_key_are_its_own() {
        assertThat(RULE.accepts("Ev1")).isTrue();
        assertThat(RULE.accepts("0".repeat(64))).isTrue();
        assertThat(RULE.accepts("\0")).isFalse();
    }
}
