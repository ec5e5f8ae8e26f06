package dev.onceward.intake.source;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.signature.RemoteKeys;
import dev.onceward.signature.preset.Presets;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ReadSourceTest {

    @Test
    void unsigned_is_all_that_must_be_said() {
        var source = read("shop", Map.of("unsigned", "true"));
        assertThat(source.topic()).isEqualTo("shop");
        assertThat(source.onMismatch()).isEqualTo(OnMismatch.REJECT);
        assertThat(source.retention()).isEqualTo(Duration.ofDays(30));
        assertThat(source.maxBody()).isEqualTo(1 << 20);
        assertThat(source.contentTypes()).isEmpty();
        assertThat(source.warnAboveDuplicates()).isEqualTo(20);
    }

    @Test
    void cloud_events_are_replayed_if_nothing_else_is_said() {
        assertThat(read("events", Map.of("unsigned", "true")).onMismatch()).isEqualTo(OnMismatch.REPLAY);
    }

    @Test
    void what_is_said_is_read() {
        var source = read("shop",
                Map.of("unsigned", "true", "topic", "a/b", "on-mismatch", "accept", "retention", "forever",
                        "max-body", "64M", "content-types", "Application/JSON, text/xml"));
        assertThat(source.topic()).isEqualTo("a/b");
        assertThat(source.onMismatch()).isEqualTo(OnMismatch.ACCEPT);
        assertThat(source.retention()).isNull();
        assertThat(source.maxBody()).isEqualTo(64 << 20);
        assertThat(source.contentTypes()).isEqualTo(List.of("application/json", "text/xml"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unsigned              | yes        | must be true or false
            topic                 | /a         | must be 1 to 200 letters
            key                   | body       | must be one of header:NAME, json:/pointer
            key                   | json:id    | needs a JSON pointer that starts with '/'
            key                   | event-id   | needs a preset
            ordering              | body       | must be one of header:NAME
            on-mismatch           | ignore     | must be one of reject, accept, replay
            retention             | abc        | must be a duration between 1m and 3650d
            retention             | 1s         | must be a duration between 1m and 3650d
            retention             | 4000d      | must be a duration between 1m and 3650d
            max-body              | abc        | must be a size between 1 and 64M
            max-body              | 0          | must be a size between 1 and 64M
            max-body              | 65M        | must be a size between 1 and 64M
            max-body              | -1         | must be a size between 1 and 64M
            warn-above-duplicates | often      | must be a number of percent from 0 to 100
            warn-above-duplicates | 101        | must be a number of percent from 0 to 100
            warn-above-duplicates | NaN        | must be a number of percent from 0 to 100
            """)
    void a_wrong_value_is_named_with_what_is_allowed(String property, String value, String allowed) {
        var values = new HashMap<>(Map.of("unsigned", "true"));
        values.put(property, value);
        refused("shop", values, "onceward.sources.shop." + property + " " + allowed);
    }

    @Test
    void a_source_is_signed_or_says_that_it_is_not() {
        refused("shop", Map.of(), "onceward.sources.shop.preset is missing");
        refused("shop", Map.of("preset", "standard-webhooks"), "onceward.sources.shop.secrets is missing");
        refused("shop", Map.of("preset", "homemade"),
                "onceward.sources.shop.preset must be one of adyen, adyen-platforms, airtable");
        refused("shop", Map.of("unsigned", "true", "preset", "standard-webhooks"),
                "onceward.sources.shop.unsigned is true, so");
        refused("shop", Map.of("unsigned", "true", "secrets", "a"), "onceward.sources.shop.unsigned is true, so");
    }

    @Test
    void only_a_signed_source_has_something_to_put_aside() {
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

    @Test
    void a_preset_and_its_secret_say_all_the_rest() {
        var source = read("shop", Map.of("preset", "stripe", "secrets", "whsec_of_an_example"));
        assertThat(source.onMismatch()).isEqualTo(OnMismatch.REPLAY);
        assertThat(source.taken()).isEqualTo(Taken.USUAL);
        assertThat(source.rules().typeRule()).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("presets")
    void every_preset_makes_a_source(String preset) {
        var values = new HashMap<>(Map.of("preset", preset, "secrets", secret(preset)));
        if (Presets.named(preset).signsUrl()) {
            values.put("url", "https://example.com/hook");
        }
        if (Presets.named(preset).handshakes().stream().map(Handshake::named).anyMatch(Handshake::needsToken)) {
            values.put("handshake-token", "made-up");
        }
        assertThat(read("shop", values).isSigned()).isTrue();
    }

    /// One of the form that the preset's secrets have.
    private static String secret(String preset) {
        return switch (preset) {
            case "kick" -> publicKey("RSA", 2048);
            case "sendgrid" -> publicKey("EC", 256);
            case "aws-sns" -> "arn:aws:sns:us-east-1:123456789012:orders";
            case "ip-allow-list" -> "192.0.2.0/24";
            default -> "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        };
    }

    private static String publicKey(String algorithm, int bits) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return Base64.getEncoder().encodeToString(generator.generateKeyPair().getPublic().getEncoded());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static Set<String> presets() {
        return Presets.all().keySet();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scheme.signed    | {body           | scheme.signed has a brace without its other half
            scheme.signed    | {time}.{body}   | scheme.signed has {time}, which is not known: there are {body}
            scheme.signed    | {timestamp}     | scheme.timestamp is missing: it is signed
            scheme.encoding  | base32          | scheme.encoding must be one of hex, hex-upper, base64
            scheme.algorithm | md5             | scheme.algorithm must be one of hmac-sha256
            scheme.secret    | rot13           | scheme.secret must be one of text, base64, hex, pem
            scheme.title     | Mine            | scheme.title is not known here: there are algorithm, encoding
            scheme.signature | body            | scheme.signature must be header:NAME
            tolerance        | 5m              | tolerance cannot be set: this sender does not sign when
            url              | https://a.b/c   | url cannot be set: this sender neither signs nor names the address
            handshake-token  | made-up         | handshake-token cannot be set: this sender has no handshake
            scheme.signed    | timestamp.body  | scheme.signed must have {body} in it
            scheme.timestamp | header:X-Time   | scheme.signed must have {timestamp} in it
            secrets          | shrt            | secrets must have at least 5 characters
            secrets          | file:/not/there | secrets cannot be read from /not/there: is it there
            """)
    void a_scheme_that_makes_no_sense_is_refused(String property, String value, String sentence) {
        var values = new HashMap<>(Map.of("scheme.signature", "header:X-Mine", "secrets", "long enough to be one",
                "key", "uuid"));
        values.put(property, value);
        refused("shop", values, "onceward.sources.shop." + sentence);
    }

    /// What a user does not think of is not chosen for him: neither that copies are events, nor that old ones are taken.
    @Test
    void a_scheme_of_ones_own_says_its_key_and_how_old_a_request_may_be() {
        var own = new HashMap<>(Map.of("scheme.signature", "header:X-Mine#v", "secrets", "long enough to be one",
                "scheme.signed", "{timestamp}.{body}", "scheme.timestamp", "header:X-Mine#t"));
        refused("shop", own, "onceward.sources.shop.tolerance is missing: the sender signs when it sent");
        own.put("tolerance", "none");
        refused("shop", own, "onceward.sources.shop.key is missing: say what tells one event");
        own.put("key", "json:/id");
        assertThat(read("shop", own).isSigned()).isTrue();
        own.put("scheme.timestamp.unit", "milliseconds");
        assertThat(read("shop", own).isSigned()).isTrue();
    }

    @Test
    void two_secrets_have_two_ids() {
        refused("shop", Map.of("preset", "stripe", "secrets", "the first secret", "secret.1", "the second secret"),
                "onceward.sources.shop.secrets has two of the same id, 1, and");
    }

    @Test
    void what_else_a_preset_needs_is_said() {
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

    @Test
    void the_key_of_cloud_events_is_not_for_choosing() {
        refused("events", Map.of("unsigned", "true", "key", "uuid"), "onceward.sources.events.key cannot be set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shop", "-shop", "shop-", "a b", "é"})
    void a_name_that_fits_no_address_is_refused(String name) {
        refused(name, Map.of("unsigned", "true"), "onceward.sources." + name + " is no name for a source");
    }

    private static Source read(String name, Map<String, String> values) {
        var read = config(name, values).sources().get(name);
        return new ReadSource(name, requireNonNull(read), Clock.systemUTC(), RemoteKeys.NONE).read();
    }

    /// One source, and what is said of it.
    public static SourcesConfig config(String name, Map<String, String> values) {
        var properties = new HashMap<String, String>();
        values.forEach((key, value) -> properties.put("onceward.sources.\"" + name + "\"." + key, value));
        properties.putIfAbsent("onceward.sources.\"" + name + "\".unsigned", "false");
        ConfigSource source = new PropertiesConfigSource(properties, "test", 100);
        return new SmallRyeConfigBuilder().withMapping(SourcesConfig.class).withSources(source).build()
                .getConfigMapping(SourcesConfig.class);
    }

    private static void refused(String name, Map<String, String> values, String sentence) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> read(name, values))
                .withMessageStartingWith(sentence)
                .withMessageNotContaining("!secret!");
    }
}
