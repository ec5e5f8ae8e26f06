package dev.onceward.signature.preset;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.request.Line;
import dev.onceward.signature.Content;
import dev.onceward.signature.Encoding;
import dev.onceward.signature.HmacKey;
import dev.onceward.signature.Reason;
import dev.onceward.signature.RemoteKeys;
import dev.onceward.signature.SecretText;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;
import dev.onceward.signature.Verdict.Wanting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// What an attacker would try with senders that have a way of their own.
class SendersTest {
    private static final String ITEM = "\"NotificationRequestItem\":";

    @ParameterizedTest
    @ValueSource(strings = {"pspReference", "merchantAccountCode", "merchantReference", "value", "currency",
            "eventCode",
            "success"})
    void each_signed_field_of_adyen_counts(String field) {
        var changed = body(Vector.named("adyen"),
                text -> text.replaceFirst("(\"" + field + "\"\\s*:\\s*\"?)[^\"]", "$1X").replace(":X", ":9"));
        assertThat(changed.body()).isNotEqualTo(Vector.named("adyen").body());
        assertForged(changed);
    }

    @Test
    void one_bad_item_of_adyen_spoils_the_good_ones() {
        var good = Vector.named("adyen").body().toString(UTF_8);
        var item = good.substring(good.indexOf(ITEM) - 1, good.lastIndexOf(']'));
        var bad = item.replaceFirst("(\"pspReference\"\\s*:\\s*\")[^\"]*", "$1other");
        assertThat(adyen(item).verdict()).isInstanceOf(Genuine.class);
        assertThat(adyen(item + "," + item).verdict()).isInstanceOf(Genuine.class);
        assertForged(adyen(item + "," + bad));
        assertForged(adyen(bad + "," + item));
        assertForged(adyen(item + ",{}"));
        assertForged(adyen(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"})
    void each_signed_field_of_sns_counts(String field) {
        var changed = body(Vector.named("aws-sns"),
                text -> text.replaceFirst("(\"" + field + "\" : \")", "$1x"));
        assertForged(changed);
    }

    @Test
    void a_message_of_another_topic_is_not_ours_whoever_signed_it() {
        assertThat(Vector.named("aws-sns").verdict("arn:aws:sns:us-east-2:999999999999:MyTopic",
                Vector.named("aws-sns").at())).isInstanceOf(Forged.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://sns.us-east-2.amazonaws.com/", "https://sns.us-east-2.amazonaws.com.evil.example/",
            "https://evil.example/?sns.us-east-2.amazonaws.com/", "https://sns.us-east-2.amazonaws.com@evil.example/",
            "https://sns.us-east-2.amazonaws.com:444/", "https://sns.us-east-2.amazonaws.com/../",
            "https://sns.s3-us-west-2.amazonaws.com/",
            "https://sns.s3.amazonaws.com/",
            "https://mysns.us-east-2.amazonaws.com/", "https://s3.us-east-2.amazonaws.com/"})
    void only_amazon_is_asked_for_certificates_of_sns(String place) {
        var changed = body(Vector.named("aws-sns"),
                text -> text.replace("https://sns.us-east-2.amazonaws.com/", place));
        assertForged(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://api.sandbox.paypal.com/", "https://api.sandbox.paypal.com.evil.example/",
            "https://evil.example/", "https://www.paypal.com/", "https://api.sandbox.paypal.com@evil.example/",
            "https://api.sandbox.paypal.com:8443/", "https://api.sandbox.paypal.com/v1/../"})
    void only_paypal_is_asked_for_certificates_of_paypal(String place) {
        var changed = Vector.named("paypal").mapHeader("PAYPAL-CERT-URL",
                text -> text.replace("https://api.sandbox.paypal.com/", place));
        assertForged(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHA1withRSA", "MD5withRSA", "NONEwithRSA", ""})
    void paypal_signs_with_one_algorithm(String algorithm) {
        assertForged(Vector.named("paypal").mapHeader("PAYPAL-AUTH-ALGO", _ -> algorithm));
    }

    @ParameterizedTest
    @ValueSource(strings = {"paypal", "aws-sns", "google-pubsub"})
    void without_the_senders_key_nothing_is_judged(String name) {
        var vector = Vector.named(name);
        var terms = new Terms(List.of(new SecretText("1", vector.secret())), null,
                vector.fact("url").orElse(""), RemoteKeys.NONE);
        assertThat(vector.preset().scheme(terms).verify(vector.request(), vector.at())).isInstanceOf(Wanting.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paypal", "aws-sns"})
    void a_certificate_that_does_not_hold_now_is_to_be_fetched_again(String name) {
        var vector = Vector.named(name);
        assertThat(vector.verdict(vector.secret(), Instant.EPOCH)).isInstanceOf(Wanting.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paypal", "aws-sns", "google-pubsub"})
    void what_is_no_key_is_to_be_fetched_again(String name) {
        var vector = Vector.named(name);
        var terms = new Terms(List.of(new SecretText("1", vector.secret())), null, vector.fact("url").orElse(""),
                _ -> Optional.of("<html>Sign in to this network</html>".getBytes(UTF_8)));
        assertThat(vector.preset().scheme(terms).verify(vector.request(), vector.at())).isInstanceOf(Wanting.class);
    }

    /// Fields are kept apart by the ends of lines, and an attacker has a topic of his own to have anything signed by.
    @Test
    void a_message_whose_fields_run_into_each_other_is_forged() {
        var given = Vector.named("aws-sns");
        assertForged(body(given, text -> text.replace("\"Type\" : \"Notification\"", "\"Type\" : \"Other\"")));
        assertForged(body(given, text -> text.replace("\"Type\" : \"Notification\"",
                "\"Type\" : \"Z\\nMessageId\\nx\\nType\\nNotification\"")));
        var joined = body(given, text -> text
                .replace("\"Subject\" : \"My First Message\",", "")
                .replace("22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\"",
                        "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\\nSubject\\nMy First Message\""));
        assertThat(joined.body()).isNotEqualTo(given.body());
        assertForged(joined);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#&Amount=1000", ";Amount=1000", "&Amount=1000", "&x=%zz", "&", "#"})
    void whatever_is_added_to_a_form_is_signed(String more) {
        var form = Vector.named("twilio");
        var changed = form.withBody((form.body().toString(UTF_8) + more).getBytes(UTF_8));
        assertThat(changed.verdict() instanceof Genuine).isEqualTo(more.equals("&"));
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
    void an_address_that_was_given_with_a_query_is_signed_with_the_one_that_came() {
        var json = Vector.named("twilio-2");
        var facts = new HashMap<>(json.facts());
        facts.put("url", "https://example.com/x?a=b");
        var bare = json.mapHeader("X-Twilio-Signature", _ -> signed(json.secret(), "https://example.com/x?a=b"));
        assertForged(new Vector(json.file(), facts, json.line(), bare.headers(), json.body()));
    }

    @Test
    void an_id_that_holds_more_than_an_id_is_no_id() {
        var longer = Vector.named("twitch").mapHeader("Twitch-Eventsub-Message-Id", text -> text + "{\"event\":");
        assertThat(reason(longer.verdict())).isEqualTo(Reason.MALFORMED);
    }

    @Test
    void a_list_of_a_thousand_pairs_ends_in_a_verdict() {
        assertForged(Vector.named("mtls-envoy").mapHeader("X-Forwarded-Client-Cert", _ -> "a=;".repeat(20_000)));
    }

    private static String signed(String secret, String text) {
        return Encoding.BASE64
                .text(HmacKey.of("HmacSHA1", secret.getBytes(UTF_8)).sign(Content.of(text.getBytes(UTF_8))));
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

    @Test
    void two_certificates_are_none() {
        var envoy = Vector.named("mtls-envoy");
        assertForged(envoy.mapHeader("X-Forwarded-Client-Cert", text -> text + "," + text));
        assertForged(envoy.mapHeader("X-Forwarded-Client-Cert", text -> "By=x;Hash=" + "0".repeat(64) + "," + text));
    }

    @Test
    void a_hash_within_quotes_is_none() {
        var hash = "Hash=" + Vector.named("mtls-envoy").secret();
        assertForged(
                Vector.named("mtls-envoy").mapHeader("X-Forwarded-Client-Cert", _ -> "Subject=\";" + hash + ";\""));
        assertForged(Vector.named("mtls-envoy").mapHeader("X-Forwarded-Client-Cert", _ -> "Subject=\"\\\";" + hash));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "FAILED:expired", "success", "SUCCESS,SUCCESS"})
    void a_certificate_that_nginx_did_not_verify_proves_nothing(String word) {
        assertForged(Vector.named("mtls-nginx").mapHeader("ssl-client-verify", _ -> word));
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.0/24,192.0.2.255,true", "192.0.2.0/24,192.0.3.0,false", "192.0.2.7,192.0.2.7,true",
            "192.0.2.7,192.0.2.8,false", "2001:db8::/32,2001:db8:1::1,true", "2001:db8::/32,2001:db9::1,false",
            "0.0.0.0/0,198.51.100.1,true", "0.0.0.0/0,2001:db8::1,false", "192.0.2.0/24,::ffff:192.0.2.1,true",
            "192.0.2.0/24,'',false", "192.0.2.0/24,localhost,false"})
    void an_address_is_in_a_range_or_not(String range, String peer, boolean genuine) {
        var given = Vector.named("ip-allow-list");
        var vector = new Vector(given.file(), Map.of("preset", "ip-allow-list", "secret", range),
                new Line("POST", "", peer), given.headers(), given.body());
        assertThat(vector.verdict() instanceof Genuine).isEqualTo(genuine);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "192.0.2.0/33", "192.0.2.0/x", "192.0.2", "/24", "2001:db8::/129"})
    void what_is_no_range_is_refused(String range) {
        assertThatIllegalArgumentException().isThrownBy(() -> Vector.named("ip-allow-list").verdict(range,
                Vector.named("ip-allow-list").at())).withMessageStartingWith("must be addresses or ranges");
    }

    @Test
    void the_reason_says_which_step_failed() {
        assertThat(reason(Vector.named("github").withHeaders(List.of()).verdict())).isEqualTo(Reason.MISSING);
        assertThat(reason(Vector.named("github").mapHeader("X-Hub-Signature-256", _ -> "sha256=zz").verdict()))
                .isEqualTo(Reason.MALFORMED);
        assertThat(reason(Vector.named("github").withBody(new byte[0]).verdict())).isEqualTo(Reason.NO_MATCH);
    }

    private static Reason reason(Verdict verdict) {
        return verdict instanceof Forged(var reason, var _) ? reason : Reason.AHEAD;
    }

    private static Vector adyen(String items) {
        return Vector.named("adyen").withBody("{\"live\":\"false\",\"notificationItems\":[%s]}".formatted(items)
                .getBytes(UTF_8));
    }

    private static Vector body(Vector vector, UnaryOperator<String> change) {
        return vector.withBody(change.apply(vector.body().toString(UTF_8)).getBytes(UTF_8));
    }

    private static void assertForged(Vector vector) {
        assertThat(vector.verdict()).isInstanceOf(Forged.class);
    }
}
