package dev.onceward.signature.preset;

import java.net.URLEncoder;
import java.time.Clock;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.key.KeyRules;
import dev.onceward.request.Fingerprint;
import dev.onceward.signature.Content;
import dev.onceward.signature.Encoding;
import dev.onceward.signature.HmacKey;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// One genuine request in the wrong hands is not a second event, nor another one.
class VariedTest {
    private static final String TWILIO = "https://example.com/hooks/twilio?a=1";

    @Test
    void a_hash_that_a_form_brought_along_is_none_of_the_address() {
        var evil = "{\"evil\":true}".getBytes(UTF_8);
        var text = "&bodySHA256=" + Fingerprint.sha256(evil) + "&z=";
        var sent = twilio("AccountSid=AC1&Body=" + URLEncoder.encode(text, UTF_8) + "&From=%2B1555",
                "AccountSidAC1Body" + text + "From+1555");
        assertThat(sent.verdict()).isInstanceOf(Genuine.class);
        var turned = sent.withBody(evil).mapHeader("Content-Type", _ -> "application/json");
        assertThat(turned.withQuery("a=1AccountSidAC1Body" + text + "From+1555").verdict()).isInstanceOf(Forged.class);
        assertThat(turned.withQuery("a=1" + text.substring(0, text.length() - 3)).verdict()).isInstanceOf(Forged.class);
    }

    @Test
    void twilio_alone_covers_a_body_by_its_hash() {
        var json = Vector.named("twilio-2");
        var facts = new HashMap<>(json.facts());
        facts.put("preset", "mandrill");
        var mandrill = new Vector(json.file(), facts, json.line(),
                json.mapHeader("X-Twilio-Signature", text -> text).headers(), json.body());
        var signature = json.headers().getFirst().getValue();
        assertThat(mandrill.withHeaders(List.of(Map.entry("X-Mandrill-Signature", signature)))
                .verdict()).isInstanceOf(Forged.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "pspReference":"7914073381342284" | "pspReference":7914073381342284
            "value":1130                      | "value":"1130"
            "success":"true"                  | "success":true
            """)
    void a_field_of_adyen_in_another_spelling_is_forged(String field, String other) {
        var adyen = Vector.named("adyen");
        var body = adyen.body().toString(UTF_8);
        assertThat(body).contains(field);
        assertThat(adyen.withBody(body.replace(field, other).getBytes(UTF_8)).verdict()).isInstanceOf(Forged.class);
    }

    /// Adyen signs an absent reference like an empty one.
    @ParameterizedTest
    @ValueSource(strings = {"\"originalReference\":\"\",", "\"originalReference\":null,"})
    void an_absent_field_of_adyen_makes_no_other_key(String absent) {
        var adyen = Vector.named("adyen");
        var body = adyen.body().toString(UTF_8).replace("\"eventCode\"", absent + "\"eventCode\"");
        var other = adyen.withBody(body.getBytes(UTF_8));
        var rule = new KeyRules(Clock.systemUTC(), "").parse(adyen.preset().eventId());
        assertThat(other.verdict()).isInstanceOf(Genuine.class);
        assertThat(rule.of(other.request())).isEqualTo(rule.of(adyen.request()));
    }

    @Test
    void what_moves_over_a_colon_is_forged() {
        var sent = adyen("P1", "Shop", "a:5:b");
        assertThat(sent.verdict()).isInstanceOf(Genuine.class);
        var body = sent.body().toString(UTF_8).replace("\"P1\"", "\"P1::Shop\",\"originalReference\":\"a\"")
                .replace("\"merchantAccountCode\":\"Shop\"", "\"merchantAccountCode\":\"5\"")
                .replace("\"a:5:b\"", "\"b\"");
        assertThat(sent.withBody(body.getBytes(UTF_8)).verdict()).isInstanceOf(Forged.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00"})
    void half_a_character_is_no_question_mark(String half) {
        var sent = adyen("P1", "Shop", "really?");
        assertThat(sent.verdict()).isInstanceOf(Genuine.class);
        var body = sent.body().toString(UTF_8).replace("really?", "really" + half);
        assertThat(sent.withBody(body.getBytes(UTF_8)).verdict()).isInstanceOf(Forged.class);
    }

    private static Vector twilio(String form, String parameters) {
        var given = Vector.named("twilio");
        var facts = new HashMap<>(given.facts());
        facts.put("url", TWILIO);
        return new Vector(given.file(), facts, given.line(), given.headers(), given.body()).withQuery("a=1")
                .withBody(form.getBytes(UTF_8))
                .mapHeader("X-Twilio-Signature", _ -> sign("HmacSHA1", given.secret().getBytes(UTF_8),
                        TWILIO + parameters));
    }

    private static Vector adyen(String psp, String account, String reference) {
        var given = Vector.named("adyen");
        var signature = sign("HmacSHA256", HexFormat.of().parseHex(given.secret().toLowerCase(Locale.ROOT)),
                String.join(":", psp, "", account, reference, "1130", "EUR", "AUTHORISATION", "true"));
        var body = given.body().toString(UTF_8)
                .replaceFirst("\"hmacSignature\":\"[^\"]*", "\"hmacSignature\":\"" + signature)
                .replace("7914073381342284", psp).replace("TestMerchant", account)
                .replace("TestPayment-1407325143704", reference);
        return given.withBody(body.getBytes(UTF_8));
    }

    private static String sign(String algorithm, byte[] secret, String text) {
        return Encoding.BASE64.text(HmacKey.of(algorithm, secret).sign(Content.of(text.getBytes(UTF_8))));
    }
}
