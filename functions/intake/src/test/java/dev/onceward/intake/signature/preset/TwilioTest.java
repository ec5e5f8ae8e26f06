package dev.onceward.intake.signature.preset;

import java.net.URLEncoder;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// What a form says is signed, and not how it is written.
class TwilioTest {
    private static final String ADDRESS = "https://example.com/hooks/twilio?a=1";

    @ParameterizedTest
    @ValueSource(strings = {"#&Amount=1000", ";Amount=1000", "&Amount=1000", "&x=%zz", "&&Amount=", "#"})
    void a_form_with_added_text_is_forged(String more) {
        assertForged(SignedVector.named("twilio").mapBody(form -> form + more));
    }

    @Test
    void a_form_with_a_trailing_ampersand_is_genuine() {
        assertThat(SignedVector.named("twilio").mapBody(form -> form + "&").verdict()).isInstanceOf(Verified.class);
    }

    @Test
    void an_unreadable_form_with_the_signature_of_an_empty_form_is_forged() {
        var form = SignedVector.named("twilio");
        var empty = form.withBody(new byte[0]).mapHeader("X-Twilio-Signature",
                _ -> signed(form.secret(), form.fact("url").orElseThrow()));
        assertThat(empty.verdict()).isInstanceOf(Verified.class);
        assertForged(empty.withBody("x=%zz".getBytes(UTF_8)));
        assertForged(empty.withBody("a=b&".repeat(10_001).getBytes(UTF_8)));
    }

    /// The hash in the address covers the body only if the address is signed.
    @Test
    void a_body_whose_hash_is_in_the_query_but_not_in_the_signed_url_is_forged() {
        var json = SignedVector.named("twilio-2");
        var facts = new HashMap<>(json.facts());
        facts.put("url", "https://example.com/x?a=b");
        var bare = json.mapHeader("X-Twilio-Signature", _ -> signed(json.secret(), "https://example.com/x?a=b"));
        assertForged(new SignedVector(json.file(), facts, json.line(), bare.headers(), json.body()));
    }

    @Test
    void a_body_that_is_no_form_is_forged_unless_the_query_has_its_hash() {
        var json = SignedVector.named("twilio-2");
        assertForged(json.withBody("{}".getBytes(UTF_8)));
        assertForged(json.withQuery(""));
        var form = SignedVector.named("twilio");
        assertForged(form.mapHeader("Content-Type", _ -> "application/json"));
        var ofNothing = form.mapHeader("X-Twilio-Signature",
                _ -> signed(form.secret(), form.fact("url").orElseThrow()));
        assertForged(ofNothing.mapHeader("Content-Type", _ -> "application/json"));
    }

    @Test
    void a_body_hash_moved_from_a_signed_form_into_the_query_is_forged() {
        var evil = "{\"evil\":true}".getBytes(UTF_8);
        var text = "&bodySHA256=" + Fingerprint.sha256(evil) + "&z=";
        var sent = form("AccountSid=AC1&Body=" + URLEncoder.encode(text, UTF_8) + "&From=%2B1555",
                "AccountSidAC1Body" + text + "From+1555");
        assertThat(sent.verdict()).isInstanceOf(Verified.class);
        var turned = sent.withBody(evil).mapHeader("Content-Type", _ -> "application/json");
        assertForged(turned.withQuery("a=1AccountSidAC1Body" + text + "From+1555"));
        assertForged(turned.withQuery("a=1" + text.substring(0, text.length() - 3)));
    }

    @Test
    void a_body_hash_in_the_query_of_a_mandrill_request_is_forged() {
        var json = SignedVector.named("twilio-2");
        var facts = new HashMap<>(json.facts());
        facts.put("preset", "mandrill");
        var headers = json.headers().stream()
                .map(header -> Map.entry(header.getKey().replace("Twilio-Signature", "Mandrill-Signature"),
                        header.getValue()))
                .toList();
        assertForged(new SignedVector(json.file(), facts, json.line(), headers, json.body()));
    }

    /// Signed as it is to an address with a query.
    private static SignedVector form(String form, String parameters) {
        var given = SignedVector.named("twilio");
        var facts = new HashMap<>(given.facts());
        facts.put("url", ADDRESS);
        return new SignedVector(given.file(), facts, given.line(), given.headers(), given.body()).withQuery("a=1")
                .withBody(form.getBytes(UTF_8))
                .mapHeader("X-Twilio-Signature", _ -> signed(given.secret(), ADDRESS + parameters));
    }

    private static String signed(String secret, String text) {
        return Encoding.BASE64
                .text(HmacKey.of("HmacSHA1", secret.getBytes(UTF_8)).sign(SignedContent.of(text.getBytes(UTF_8))));
    }

    private static void assertForged(SignedVector signedVector) {
        assertThat(signedVector.verdict()).isInstanceOf(Unverified.class);
    }
}
