package dev.onceward.intake.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.source.OnUnverified;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static dev.onceward.intake.configuration.ReadSourceFromProperties.read;
import static dev.onceward.intake.configuration.ReadSourceFromProperties.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// How a source says who sends to it, and what is refused before the start.
class ReadSignatureSettingsTest {
    private static final Map<String, String> STRIPE = Map.of("preset", "stripe", "secrets", "an example's secret");

    @Test
    void a_source_needs_a_preset_with_secrets_or_unsigned_but_not_both() {
        refused("shop", Map.of(), "onceward.sources.shop.preset is missing");
        refused("shop", Map.of("preset", "standard-webhooks"), "onceward.sources.shop.secrets is missing");
        refused("shop", Map.of("preset", "homemade"),
                "onceward.sources.shop.preset must be one of acuity, adyen, adyen-platforms");
        refused("shop", Map.of("unsigned", "true", "preset", "standard-webhooks"),
                "onceward.sources.shop.unsigned is true, so");
        refused("shop", Map.of("unsigned", "true", "secrets", "a"), "onceward.sources.shop.unsigned is true, so");
    }

    @Test
    void an_unsigned_source_cannot_quarantine_requests() {
        refused("shop", Map.of("unsigned", "true", "on-unverified", "quarantine"),
                "onceward.sources.shop.on-unverified cannot be quarantine: the source is unsigned");
        assertThat(read("shop", Map.of("preset", "standard-webhooks", "secrets",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "on-unverified", "quarantine")).onUnverified())
                .isEqualTo(OnUnverified.QUARANTINE);
    }

    @Test
    void a_wrong_secret_is_refused_and_not_shown() {
        refused("shop", Map.of("preset", "standard-webhooks", "secrets", "whsec_!secret!"),
                "onceward.sources.shop.secrets must be base64, with or without whsec_ in front");
        refused("shop", Map.of("preset", "standard-webhooks", "secrets", "c2hvcnQ="),
                "onceward.sources.shop.secrets has 5 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scheme.signed    | {body           | scheme.signed has a brace without its other half
            scheme.signed    | {time}.{body}   | scheme.signed has {time}, which is not known: there are {body}
            scheme.signed    | {timestamp}     | scheme.timestamp is missing: the timestamp is signed
            scheme.encoding  | base32          | scheme.encoding must be one of hex, hex-upper, base64
            scheme.algorithm | md5             | scheme.algorithm must be one of hmac-sha256
            scheme.secret    | rot13           | scheme.secret must be one of text, base64, hex, pem
            scheme.title     | Mine            | scheme.title is unknown: the properties are algorithm, encoding
            scheme.signature | body            | scheme.signature must be header:NAME
            tolerance        | 5m              | tolerance cannot be set: this sender signs no timestamp
            url              | https://a.b/c   | url cannot be set: this sender neither signs nor names the address
            handshake-token  | made-up-test-token | handshake-token cannot be set: this sender has no handshake
            scheme.signed    | timestamp.body  | scheme.signed must have {body} in it
            scheme.timestamp | header:X-Time   | scheme.signed must have {timestamp} in it
            secrets          | shrt            | secrets must have at least 5 characters
            secrets          | file:/not/there | secrets cannot be read from /not/there: is it there
            """)
    void an_invalid_setting_of_a_scheme_is_refused_by_name(String property, String value, String sentence) {
        var values = new HashMap<>(Map.of("scheme.signature", "header:X-Mine", "secrets", "long enough to be one",
                "key", "uuid"));
        values.put(property, value);
        refused("shop", values, "onceward.sources.shop." + sentence);
    }

    /// What a user does not think of is not chosen for him: neither that copies are events, nor that old ones are taken.
    @Test
    void a_configured_scheme_needs_a_tolerance_and_a_key() {
        var own = new HashMap<>(Map.of("scheme.signature", "header:X-Mine#v", "secrets", "long enough to be one",
                "scheme.signed", "{timestamp}.{body}", "scheme.timestamp", "header:X-Mine#t"));
        refused("shop", own, "onceward.sources.shop.tolerance is missing: the sender signs a timestamp");
        own.put("tolerance", "none");
        refused("shop", own, "onceward.sources.shop.key is missing: set where the id of an event is");
        own.put("key", "json:/id");
        assertThat(read("shop", own).isSigned()).isTrue();
        own.put("scheme.timestamp.unit", "milliseconds");
        assertThat(read("shop", own).isSigned()).isTrue();
    }

    @Test
    void two_secrets_with_the_same_id_are_refused() {
        refused("shop", Map.of("preset", "stripe", "secrets", "the first secret", "secret.1", "the second secret"),
                "onceward.sources.shop.secrets has two secrets with the same id, 1,");
    }

    @Test
    void missing_or_invalid_settings_of_a_preset_are_refused_by_name() {
        refused("shop", Map.of("preset", "square", "secrets", "an example's secret"),
                "onceward.sources.shop.url is missing");
        refused("shop", Map.of("preset", "square", "secrets", "an example's secret", "url", "example.com/hook"),
                "onceward.sources.shop.url must be the whole address");
        refused("shop", Map.of("preset", "stripe", "secrets", "an example's secret", "tolerance", "soon"),
                "onceward.sources.shop.tolerance must be a duration from 1s to 24h");
        assertThat(read("shop", Map.of("preset", "stripe", "secrets", "an example's secret", "tolerance", "24h"))
                .isSigned()).isTrue();
        refused("shop", Map.of("preset", "whatsapp", "secrets", "an example's secret"),
                "onceward.sources.shop.handshake-token is missing");
        refused("shop", Map.of("preset", "twilio", "secrets", "an example's secret", "scheme.signature", "header:X"),
                "onceward.sources.shop.scheme.* cannot be set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"header:X-Time", "query:t"})
    void a_timestamp_outside_the_signed_content_is_refused(String place) {
        refused("shop", Map.of("scheme.signature", "header:X-Mine", "secrets", "long enough to be one", "key", "uuid",
                "scheme.timestamp", place), "onceward.sources.shop.scheme.signed must have {timestamp} in it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"date:report", "composite:json:/a+date:report", "header:X-Id | date:report"})
    void quarantine_is_refused_for_a_source_whose_key_rule_is_a_date(String key) {
        var values = new HashMap<>(STRIPE);
        values.put("key", key);
        assertThat(read("shop", values).isSigned()).isTrue();
        values.put("on-unverified", "quarantine");
        refused("shop", values, "onceward.sources.shop.on-unverified cannot be quarantine where the key is a date");
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "               ", "file:/not/there"})
    void a_guessable_or_unreadable_handshake_token_is_refused(String token) {
        var values = new HashMap<>(Map.of("preset", "whatsapp", "secrets", "an example's secret"));
        values.put("handshake-token", token);
        refused("shop", values, "onceward.sources.shop.handshake-token ");
    }

    @Test
    void a_handshake_token_can_be_read_from_a_file(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("token"), "made-up-for-a-test\n");
        var source = read("shop", Map.of("preset", "whatsapp", "secrets", "an example's secret", "handshake-token",
                "file:" + file));
        assertThat(source.handshakes().token()).contains(new SecretText("handshake-token", "made-up-for-a-test"));
    }

    /// Whoever asks has a challenge of his choice signed with the secret that signs events.
    @ParameterizedTest
    @ValueSource(strings = {"challenge_string", "123456", "true", "null"})
    void a_signed_challenge_of_x_is_not_verified_as_an_event(String challenge) {
        var body = challenge.getBytes(UTF_8);
        var proof = "sha256=" + Encoding.BASE64.text(HmacKey.of("HmacSHA256", "an example's secret".getBytes(UTF_8))
                .sign(SignedContent.of(body)));
        var source = read("shop", Map.of("preset", "x", "secrets", "an example's secret"));
        var headers = MultiMap.caseInsensitiveMultiMap().add("X-Twitter-Webhooks-Signature", proof);
        var request = new Request(headers, Buffer.buffer(body));
        assertThat(source.credentials().scheme().verify(request, Instant.EPOCH)).isInstanceOf(Unverified.class);
        assertThat(source.timeless().verify(request, Instant.EPOCH)).isInstanceOf(Unverified.class);
    }
}
