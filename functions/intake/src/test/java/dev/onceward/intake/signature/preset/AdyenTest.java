package dev.onceward.intake.signature.preset;

import java.time.Clock;
import java.util.HexFormat;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.internal.rule.KeyRules;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Adyen signs each item by itself, and eight fields of it.
class AdyenTest {
    private static final String ITEM = "\"NotificationRequestItem\":";

    @ParameterizedTest
    @ValueSource(strings = {"pspReference", "merchantAccountCode", "merchantReference", "value", "currency",
            "eventCode",
            "success"})
    void a_request_with_a_changed_signed_field_of_adyen_is_forged(String field) {
        var changed = SignedVector.named("adyen")
                .mapBody(text -> text.replaceFirst("(\"" + field + "\"\\s*:\\s*\"?)[^\"]", "$1X").replace(":X", ":9"));
        assertThat(changed.body()).isNotEqualTo(SignedVector.named("adyen").body());
        assertForged(changed);
    }

    @Test
    void one_forged_item_of_adyen_makes_the_whole_request_forged() {
        var good = SignedVector.named("adyen").body().toString(UTF_8);
        var item = good.substring(good.indexOf(ITEM) - 1, good.lastIndexOf(']'));
        var bad = item.replaceFirst("(\"pspReference\"\\s*:\\s*\")[^\"]*", "$1other");
        assertThat(adyen(item).verdict()).isInstanceOf(Verified.class);
        assertThat(adyen(item + "," + item).verdict()).isInstanceOf(Verified.class);
        assertForged(adyen(item + "," + bad));
        assertForged(adyen(bad + "," + item));
        assertForged(adyen(item + ",{}"));
        assertForged(adyen(""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "pspReference":"7914073381342284" | "pspReference":7914073381342284
            "value":1130                      | "value":"1130"
            "success":"true"                  | "success":true
            """)
    void a_signed_field_of_adyen_with_another_json_type_is_forged(String field, String other) {
        var adyen = SignedVector.named("adyen");
        var body = adyen.body().toString(UTF_8);
        assertThat(body).contains(field);
        assertForged(adyen.withBody(body.replace(field, other).getBytes(UTF_8)));
    }

    /// Adyen signs an absent reference like an empty one.
    @ParameterizedTest
    @ValueSource(strings = {"\"originalReference\":\"\",", "\"originalReference\":null,"})
    void an_absent_an_empty_and_a_null_reference_of_adyen_make_the_same_key(String absent) {
        var adyen = SignedVector.named("adyen");
        var body = adyen.body().toString(UTF_8).replace("\"eventCode\"", absent + "\"eventCode\"");
        var other = adyen.withBody(body.getBytes(UTF_8));
        var rule = new KeyRules(Clock.systemUTC(), "").parse(adyen.preset().eventId());
        assertThat(other.verdict()).isInstanceOf(Verified.class);
        assertThat(rule.of(other.request())).isEqualTo(rule.of(adyen.request()));
    }

    @Test
    void a_request_with_text_moved_across_a_colon_of_the_signed_fields_is_forged() {
        var sent = paid("P1", "Shop", "a:5:b");
        assertThat(sent.verdict()).isInstanceOf(Verified.class);
        var body = sent.body().toString(UTF_8).replace("\"P1\"", "\"P1::Shop\",\"originalReference\":\"a\"")
                .replace("\"merchantAccountCode\":\"Shop\"", "\"merchantAccountCode\":\"5\"")
                .replace("\"a:5:b\"", "\"b\"");
        assertForged(sent.withBody(body.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00"})
    void an_unpaired_surrogate_in_a_signed_field_is_not_verified_as_a_question_mark(String half) {
        var sent = paid("P1", "Shop", "really?");
        assertThat(sent.verdict()).isInstanceOf(Verified.class);
        var body = sent.body().toString(UTF_8).replace("really?", "really" + half);
        assertForged(sent.withBody(body.getBytes(UTF_8)));
    }

    private static SignedVector adyen(String items) {
        return SignedVector.named("adyen").withBody("{\"live\":\"false\",\"notificationItems\":[%s]}".formatted(items)
                .getBytes(UTF_8));
    }

    private static SignedVector paid(String psp, String account, String reference) {
        var given = SignedVector.named("adyen");
        var signature = sign(HexFormat.of().parseHex(given.secret().toLowerCase(Locale.ROOT)),
                String.join(":", psp, "", account, reference, "1130", "EUR", "AUTHORISATION", "true"));
        var body = given.body().toString(UTF_8)
                .replaceFirst("\"hmacSignature\":\"[^\"]*", "\"hmacSignature\":\"" + signature)
                .replace("7914073381342284", psp).replace("TestMerchant", account)
                .replace("TestPayment-1407325143704", reference);
        return given.withBody(body.getBytes(UTF_8));
    }

    private static String sign(byte[] secret, String text) {
        return Encoding.BASE64.text(HmacKey.of("HmacSHA256", secret).sign(SignedContent.of(text.getBytes(UTF_8))));
    }

    private static void assertForged(SignedVector signedVector) {
        assertThat(signedVector.verdict()).isInstanceOf(Unverified.class);
    }
}
