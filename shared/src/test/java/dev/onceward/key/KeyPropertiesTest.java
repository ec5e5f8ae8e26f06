package dev.onceward.key;

import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.onceward.key.Extracted.Found;
import dev.onceward.request.JsonBody;
import dev.onceward.request.Requests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// What holds for every rule, whatever a stranger sends.
class KeyPropertiesTest {
    static final List<KeyRule> RULES = List.of("header:X", "header:Idempotency-Key", "json:/a", "json:/a/0",
            "content-hash", "content-hash:/a,/b", "hybrid", "hybrid:/a", "uuid", "date:report", "event-id",
            "composite:header:X+json:/a", "header:X | json:/a | content-hash").stream().map(Rules::rule).toList();

    @Property
    void any_bytes_end_in_an_answer(@ForAll("bodies") byte[] body, @ForAll("headers") String header) {
        for (var rule : RULES) {
            assertThat(extract(rule, body, header)).as("%s", rule).isNotNull();
        }
    }

    @Property
    void a_key_has_1_to_255_characters_and_no_control_character(@ForAll("bodies") byte[] body,
            @ForAll("headers") String header) {
        for (var rule : RULES) {
            if (extract(rule, body, header) instanceof Found(var key, var _)) {
                assertThat(key).as("%s", rule).hasSizeBetween(1, 255).doesNotMatch("(?s).*\\p{Cntrl}.*");
            }
        }
    }

    @Property
    void a_rule_knows_the_keys_it_made(@ForAll("bodies") byte[] body, @ForAll("headers") String header) {
        for (var rule : RULES) {
            if (extract(rule, body, header) instanceof Found(var key, var _)) {
                assertThat(rule.accepts(key)).as("%s %s", rule, key).isTrue();
            }
        }
    }

    @Property
    void equal_requests_have_equal_keys(@ForAll("bodies") byte[] body, @ForAll("headers") String header) {
        for (var rule : RULES) {
            assertThat(extract(rule, body.clone(), header)).as("%s", rule).isEqualTo(extract(rule, body, header));
        }
    }

    @Property
    void what_is_quoted_is_read_back(@ForAll("printable") String key) {
        assertThat(IdempotencyKey.parse(IdempotencyKey.quoted(key))).isEqualTo(new Found(key));
    }

    @Property
    void the_canonical_form_of_json_is_json_and_its_own(@ForAll("json") String json) {
        var canonical = CanonicalJsonTest.canonical(json);
        assertThat(CanonicalJsonTest.canonical(canonical)).isEqualTo(canonical);
    }

    @Property
    void any_bytes_are_json_or_broken(@ForAll("bodies") byte[] body) {
        assertThat(JsonBody.of(body)).isNotNull();
    }

    static Extracted extract(KeyRule rule, byte[] body, String header) {
        return rule.of(Requests.of(body, "X", header, "Idempotency-Key", header, "webhook-id", header));
    }

    @Provide
    Arbitrary<byte[]> bodies() {
        var bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
        var nearly = Arbitraries
                .of("{", "}", "[", "]", "\"a\"", ":", ",", "\"b\"", "1", "-", "0.5", "1e9", "e", "0000000000", "null",
                        "\"\\ud800\"", "\"", "\\u0000", " ", "\u00e9")
                .list().ofMaxSize(20)
                .map(pieces -> String.join("", pieces).getBytes(UTF_8));
        var member = json().map(value -> ("{\"a\":" + value + "}").getBytes(UTF_8));
        return Arbitraries.oneOf(bytes, nearly, member);
    }

    @Provide
    Arbitrary<String> json() {
        return Arbitraries.lazyOf(
                () -> Arbitraries.bigDecimals().map(Object::toString),
                () -> Arbitraries.integers().between(-2_000, 2_000).map(power -> "1e" + power),
                () -> Arbitraries.strings().ofMaxLength(300).map(KeyPropertiesTest::quoted),
                () -> Arbitraries.of("true", "false", "null", "{}", "[]"),
                () -> json().list().ofMaxSize(3).map(items -> "[" + String.join(",", items) + "]"),
                () -> json().map(value -> "{\"b\":" + value + ",\"a\":1}"));
    }

    @Provide
    Arbitrary<String> headers() {
        var nearly = Arbitraries.of("\"", "\\", "a", ";", "=", " ", "*", ",", "\u00e9", "\0").list().ofMaxSize(12)
                .map(pieces -> String.join("", pieces));
        return Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(300), printable(), nearly);
    }

    @Provide
    Arbitrary<String> printable() {
        return Arbitraries.strings().withCharRange(' ', '~').ofMinLength(1).ofMaxLength(255);
    }

    static String quoted(String text) {
        var out = new StringBuilder("\"");
        text.chars().forEach(c -> out.append("\\u%04x".formatted(c)));
        return out.append('"').toString();
    }
}
