package dev.onceward.internal.rule;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.internal.json.CanonicalJsonTest;
import dev.onceward.internal.json.JsonBody;
import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.IdempotencyKey;
import dev.onceward.internal.request.Requests;
import dev.onceward.testing.RandomInputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// What holds for every rule, whatever a stranger sends.
class KeyPropertiesTest {
    private static final List<KeyRule> RULES = List.of("header:X", "header:Idempotency-Key", "json:/a", "json:/a/0",
            "content-hash", "content-hash:/a,/b", "hybrid", "hybrid:/a", "uuid", "date:report", "event-id",
            "composite:header:X+json:/a", "header:X | json:/a | content-hash").stream().map(Rules::rule).toList();

    @Test
    void every_rule_returns_a_result_for_any_body_and_header() {
        RandomInputs.often(chance -> {
            var body = body(chance);
            var header = header(chance);
            RULES.forEach(rule -> assertThat(extract(rule, body, header)).as("%s", rule).isNotNull());
        });
    }

    @Test
    void a_key_has_1_to_255_characters_and_no_control_character() {
        eachKey((rule, key) -> assertThat(key).as("%s", rule).hasSizeBetween(1, 255)
                .doesNotMatch("(?s).*\\p{Cntrl}.*"));
    }

    @Test
    void a_rule_accepts_every_key_that_it_made() {
        eachKey((rule, key) -> assertThat(rule.accepts(key)).as("%s %s", rule, key).isTrue());
    }

    @Test
    void equal_requests_have_equal_keys() {
        RandomInputs.often(chance -> {
            var body = body(chance);
            var header = header(chance);
            RULES.forEach(rule -> assertThat(extract(rule, body.clone(), header)).as("%s", rule)
                    .isEqualTo(extract(rule, body, header)));
        });
    }

    @Test
    void a_quoted_key_is_parsed_back_to_the_same_key() {
        RandomInputs.often(chance -> {
            var key = chance.text(1, 255, ' ', '~');
            assertThat(IdempotencyKey.parse(IdempotencyKey.quoted(key))).isEqualTo(new Found(key));
        });
    }

    @Test
    void canonical_json_is_json_and_its_own_canonical_form() {
        RandomInputs.often(chance -> {
            var canonical = CanonicalJsonTest.canonical(json(chance, 4));
            assertThat(CanonicalJsonTest.canonical(canonical)).isEqualTo(canonical);
        });
    }

    @Test
    void any_body_is_either_json_or_broken() {
        RandomInputs.often(chance -> assertThat(JsonBody.of(body(chance))).isNotNull());
    }

    private interface Claim {
        void about(KeyRule rule, String key);
    }

    private static void eachKey(Claim claim) {
        RandomInputs.often(chance -> {
            var body = body(chance);
            var header = header(chance);
            for (var rule : RULES) {
                if (extract(rule, body, header) instanceof Found(var key, var _)) {
                    claim.about(rule, key);
                }
            }
        });
    }

    private static ExtractedKey extract(KeyRule rule, byte[] body, String header) {
        return rule.of(Requests.of(body, "X", header, "Idempotency-Key", header, "webhook-id", header));
    }

    private static byte[] body(RandomInputs chance) {
        return switch (chance.below(3)) {
            case 0 -> chance.bytes(300);
            case 1 -> chance.pieces(20, "{", "}", "[", "]", "\"a\"", ":", ",", "\"b\"", "1", "-", "0.5", "1e9", "e",
                    "0000000000", "null", "\"\\ud800\"", "\"", "\\u0000", " ", "\u00e9").getBytes(UTF_8);
            default -> ("{\"a\":" + json(chance, 4) + "}").getBytes(UTF_8);
        };
    }

    private static String json(RandomInputs chance, int depth) {
        return switch (chance.below(depth == 0 ? 4 : 6)) {
            case 0 -> chance.text(1, 30, '1', '9') + "." + chance.text(1, 30, '0', '9');
            case 1 -> "1e" + (chance.below(4_000) - 2_000);
            case 2 -> quoted(chance.text(0, 300, '\0', '\u07ff'));
            case 3 -> List.of("true", "false", "null", "{}", "[]").get(chance.below(5));
            case 4 -> IntStream.range(0, chance.below(4)).mapToObj(_ -> json(chance, depth - 1))
                    .collect(Collectors.joining(",", "[", "]"));
            default -> "{\"b\":" + json(chance, depth - 1) + ",\"a\":1}";
        };
    }

    private static String header(RandomInputs chance) {
        return switch (chance.below(3)) {
            case 0 -> chance.text(300);
            case 1 -> chance.text(1, 255, ' ', '~');
            default -> chance.pieces(12, "\"", "\\", "a", ";", "=", " ", "*", ",", "\u00e9", "\0");
        };
    }

    private static String quoted(String text) {
        return text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining("", "\"", "\""));
    }
}
