package dev.onceward.signature.preset;

import java.util.HashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.signature.Content;
import dev.onceward.signature.Encoding;
import dev.onceward.signature.HmacKey;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// What a form says is signed, and not how it is written.
class TwilioTest {
    @ParameterizedTest
    @ValueSource(strings = {"#&Amount=1000", ";Amount=1000", "&Amount=1000", "&x=%zz", "&&Amount=", "#"})
    void what_is_added_to_a_form_makes_it_forged(String more) {
        assertForged(Vector.named("twilio").mapBody(form -> form + more));
    }

    @Test
    void an_end_without_a_parameter_adds_nothing_to_a_form() {
        assertThat(Vector.named("twilio").mapBody(form -> form + "&").verdict()).isInstanceOf(Genuine.class);
    }

    @Test
    void a_form_that_cannot_be_read_is_not_an_empty_one() {
        var form = Vector.named("twilio");
        var empty = form.withBody(new byte[0]).mapHeader("X-Twilio-Signature",
                _ -> signed(form.secret(), form.fact("url").orElseThrow()));
        assertThat(empty.verdict()).isInstanceOf(Genuine.class);
        assertForged(empty.withBody("x=%zz".getBytes(UTF_8)));
        assertForged(empty.withBody("a=b&".repeat(10_001).getBytes(UTF_8)));
    }

    /// The hash in the address covers the body only if the address is signed.
    @Test
    void the_hash_of_a_body_counts_only_if_it_was_signed() {
        var json = Vector.named("twilio-2");
        var facts = new HashMap<>(json.facts());
        facts.put("url", "https://example.com/x?a=b");
        var bare = json.mapHeader("X-Twilio-Signature", _ -> signed(json.secret(), "https://example.com/x?a=b"));
        assertForged(new Vector(json.file(), facts, json.line(), bare.headers(), json.body()));
    }

    @Test
    void a_body_that_is_no_form_is_covered_by_its_hash_or_refused() {
        var json = Vector.named("twilio-2");
        assertForged(json.withBody("{}".getBytes(UTF_8)));
        assertForged(json.withQuery(""));
        var form = Vector.named("twilio");
        assertForged(form.mapHeader("Content-Type", _ -> "application/json"));
        var ofNothing = form.mapHeader("X-Twilio-Signature",
                _ -> signed(form.secret(), form.fact("url").orElseThrow()));
        assertForged(ofNothing.mapHeader("Content-Type", _ -> "application/json"));
    }

    private static String signed(String secret, String text) {
        return Encoding.BASE64
                .text(HmacKey.of("HmacSHA1", secret.getBytes(UTF_8)).sign(Content.of(text.getBytes(UTF_8))));
    }

    private static void assertForged(Vector vector) {
        assertThat(vector.verdict()).isInstanceOf(Forged.class);
    }
}
