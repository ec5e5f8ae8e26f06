package dev.onceward.internal.rule;

import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonPointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.rule.KeyRule.UuidRule;

import static dev.onceward.internal.rule.Rules.NOON;
import static dev.onceward.internal.rule.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class KeyRulesTest {
    static final ContentHashRule FIELDS = new ContentHashRule(List.of(pointer("/a"), pointer("/b/c")));

    @ParameterizedTest
    @MethodSource
    void each_documented_form_of_a_key_rule_is_parsed(String text, KeyRule rule) {
        assertThat(rule(text)).isEqualTo(rule);
    }

    static Stream<Arguments> each_documented_form_of_a_key_rule_is_parsed() {
        var id = new JsonRule(pointer("/order/id"));
        return Stream.of(
                arguments("header:X-Shop", new HeaderRule("X-Shop")),
                arguments(" header: X-Shop ", new HeaderRule("X-Shop")),
                arguments("json:/order/id", id),
                arguments("json:/a~1b/~0c/0", new JsonRule(pointer("/a~1b/~0c/0"))),
                arguments("content-hash", new ContentHashRule(List.of())),
                arguments("content-hash:/a,/b/c", FIELDS),
                arguments("content-hash: /a , /b/c", FIELDS),
                arguments("hybrid", new HybridRule(new ContentHashRule(List.of()))),
                arguments("hybrid:/a,/b/c", new HybridRule(FIELDS)),
                arguments("uuid", new UuidRule()),
                arguments("date:report", new DateRule("report", NOON)),
                arguments("event-id", new EventIdRule(new HeaderRule("webhook-id"))),
                arguments("composite:header:X-Shop+json:/order/id",
                        new CompositeRule(List.of(new HeaderRule("X-Shop"), id))),
                arguments("composite:header:X-Shop + content-hash:/a,/b/c + date:report + event-id",
                        new CompositeRule(List.of(new HeaderRule("X-Shop"), FIELDS, new DateRule("report", NOON),
                                new HeaderRule("webhook-id")))),
                arguments("header:Idempotency-Key | content-hash",
                        new FirstRule(List.of(new HeaderRule("Idempotency-Key"), new ContentHashRule(List.of())))),
                arguments("json:/order/id|event-id|uuid",
                        new FirstRule(List.of(id, new HeaderRule("webhook-id"), new UuidRule()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "Header:X", "headers:X", "md5", "random", ":", "json", "header:X | ", "| uuid",
            "header:X || uuid", "|", " | | ", "header:X | nothing"})
    void an_unknown_key_rule_is_refused_with_the_forms_that_are_allowed(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text))
                .withMessageMatching("must be one of header:NAME, .+|needs a JSON pointer .+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"header", "header:", "header: ", "header:X Shop", "header:X:Shop", "header:Größe",
            "header:X\r\nY"})
    void a_header_rule_without_a_valid_header_name_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text)).withMessage("names no header");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "json:", "json:/", "json:order", "json:$.order.id", "json:#/order",
            "content-hash:a",
            "content-hash:/a,b", "content-hash:/a,,/b", "content-hash:/a,", "content-hash:,", "content-hash:,/a",
            "hybrid:a", "hybrid:,"})
    void a_json_pointer_that_does_not_start_with_a_slash_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text))
                .withMessage("needs a JSON pointer that starts with '/', as in json:/order/id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"composite", "composite:", "composite:header:X", "composite:+header:X",
            "composite:uuid+uuid",
            "composite:header:X+", "composite:header:X+uuid", "composite:header:X+nothing"})
    void a_composite_of_fewer_than_two_rules_that_make_keys_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text)).withMessageMatching("[a-z].{10,}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"composite:header:X+header:Y+hybrid", "composite:json:/a+json:/b+uuid",
            "composite:uuid+header:X"})
    void a_composite_with_a_uuid_or_hybrid_rule_is_refused_and_not_read_as_part_of_a_name(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text)).withMessageMatching("[a-z].{10,}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"date", "date:", "date:a b", "date:a:b", "date:Größe"})
    void a_date_rule_without_a_valid_prefix_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text))
                .withMessage("needs a prefix of letters, digits, '.', '_' or '-'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"uuid:4", "event-id:x"})
    void an_argument_of_a_rule_that_takes_none_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> rule(text)).withMessageMatching("[a-z].{10,}");
    }

    @Test
    void an_event_id_rule_needs_a_preset_whose_events_have_an_id() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRules(Clock.systemUTC(), "").parse("event-id"))
                .withMessage("needs a preset whose events have an id of their own, and this source has none");
    }

    static JsonPointer pointer(String text) {
        return JsonPointer.compile(text);
    }
}
