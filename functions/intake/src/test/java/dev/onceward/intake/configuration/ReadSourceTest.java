package dev.onceward.intake.configuration;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.quarkus.runtime.configuration.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.signature.preset.Presets;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.intake.source.SuccessAnswer;

import static dev.onceward.intake.configuration.ReadSourceFromProperties.read;
import static dev.onceward.intake.configuration.ReadSourceFromProperties.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ReadSourceTest {

    @Test
    void an_unsigned_source_needs_no_other_property() {
        var source = read("shop", Map.of("unsigned", "true"));
        assertThat(source.rules().topic()).isEqualTo("shop");
        assertThat(source.rules().onMismatch()).isEqualTo(OnMismatch.REJECT);
        assertThat(source.rules().retention()).isEqualTo(Duration.ofDays(30));
        assertThat(source.limits().maxBody()).isEqualTo(1 << 20);
        assertThat(source.limits().contentTypes()).isEmpty();
        assertThat(source.warnAboveDuplicates()).isEqualTo(20);
    }

    @Test
    void cloud_events_are_replayed_by_default() {
        assertThat(read("events", Map.of("unsigned", "true")).rules().onMismatch()).isEqualTo(OnMismatch.REPLAY);
    }

    @Test
    void every_property_of_a_source_is_read() {
        var source = read("shop",
                Map.of("unsigned", "true", "topic", "a/b", "on-mismatch", "accept", "retention", "forever",
                        "max-body", "64M", "content-types", "Application/JSON, text/xml"));
        assertThat(source.rules().topic()).isEqualTo("a/b");
        assertThat(source.rules().onMismatch()).isEqualTo(OnMismatch.ACCEPT);
        assertThat(source.rules().retention()).isNull();
        assertThat(source.limits().maxBody()).isEqualTo(64 << 20);
        assertThat(source.limits().contentTypes()).isEqualTo(List.of("application/json", "text/xml"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unsigned              | yes        | must be true or false
            topic                 | /a         | must be 1 to 200 letters
            key                   | body       | must be one of header:NAME, json:/pointer
            key                   | json:id    | needs a JSON pointer that starts with '/'
            key                   | event-id   | needs a preset
            ordering              | body       | must be one of header:NAME
            ordering-group        | A b        | must be 1 to 63 lower-case letters
            ordering-group        | -a         | must be 1 to 63 lower-case letters
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
            status                | 500        | must be 200, 201, 202 or 204
            status                | 2xx        | must be 200, 201, 202 or 204
            status                | 203        | must be 200, 201, 202 or 204
            tolerence             | 5m         | is unknown: the properties are content-types, handshake-token, key, max-body
            tolerance.x           | 5m         | is unknown: the properties are content-types, handshake-token, key, max-body
            """)
    void an_invalid_property_is_refused_with_the_allowed_values(String property, String value, String allowed) {
        var values = new HashMap<>(Map.of("unsigned", "true"));
        values.put(property, value);
        refused("shop", values, "onceward.sources.shop." + property + " " + allowed);
    }

    @Test
    void a_preset_needs_no_property_but_its_secret() {
        var source = read("shop", Map.of("preset", "stripe", "secrets", "whsec_of_an_example"));
        assertThat(source.rules().onMismatch()).isEqualTo(OnMismatch.REPLAY);
        assertThat(source.taken()).isEqualTo(SuccessAnswer.USUAL);
        assertThat(source.rules().type()).isNotNull();
    }

    @Test
    void the_preset_mandrill_allows_bodies_of_16_mebibytes() {
        assertThat(read("shop", Map.of("preset", "mandrill", "secrets", "an example's secret", "url",
                "https://example.com/hooks/shop")).limits().maxBody()).isEqualTo(16 << 20);
    }

    @Test
    void the_preset_docusign_allows_bodies_of_64_mebibytes() {
        assertThat(read("shop", Map.of("preset", "docusign", "secrets", "an example's secret")).limits().maxBody())
                .isEqualTo(64 << 20);
    }

    @Test
    void the_status_of_a_success_is_configurable() {
        assertThat(read("shop", Map.of("unsigned", "true", "status", "200")).taken())
                .isEqualTo(SuccessAnswer.of("200"));
        assertThat(read("shop", Map.of("scheme.signature", "header:X-Mine", "secrets", "long enough to be one", "key",
                "uuid", "status", "204")).taken()).isEqualTo(SuccessAnswer.of("204"));
        assertThat(read("shop", Map.of("preset", "slack-commands", "secrets", "long enough", "status", "202")).taken())
                .isEqualTo(SuccessAnswer.of("202 empty"));
    }

    @Test
    void a_preset_whose_sender_wants_a_text_cannot_answer_204() {
        refused("shop", Map.of("preset", "adyen", "secrets", "d75a980182b10ab7d54bfed3c964073a", "status", "204"),
                "onceward.sources.shop.status cannot be 204, which has no body: this sender wants to read [accepted]");
    }

    @Test
    void a_misspelt_property_in_the_environment_is_named() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ReadSourceFromProperties.fromEnvironment("shop",
                        Map.of("UNSIGNED", "true", "ON_MISMATCH", "accept", "RETENTON", "1d"), Map.of()))
                .withMessageStartingWith("onceward.sources.shop.retenton is unknown: the properties are ");
        assertThat(ReadSourceFromProperties
                .fromEnvironment("shop", Map.of("UNSIGNED", "true", "ON_MISMATCH", "accept"), Map.of())
                .rules().onMismatch()).isEqualTo(OnMismatch.ACCEPT);
    }

    @Test
    void a_preset_sets_the_largest_body_unless_the_source_does() {
        var github = new HashMap<>(Map.of("preset", "github", "secrets", "an example's secret"));
        assertThat(read("shop", github).limits().maxBody()).isEqualTo(25 << 20);
        github.put("max-body", "2M");
        assertThat(read("shop", github).limits().maxBody()).isEqualTo(2 << 20);
    }

    @ParameterizedTest
    @MethodSource("presets")
    void every_preset_can_be_configured_as_a_source(String preset) {
        var values = new HashMap<>(Map.of("preset", preset, "secrets", secret(preset)));
        if (Presets.named(preset).signsUrl()) {
            values.put("url", "https://example.com/hook");
        }
        if (Presets.named(preset).handshakes().stream().map(Handshake::named).anyMatch(Handshake::needsToken)) {
            values.put("handshake-token", "made-up-for-a-test");
        }
        assertThat(read("shop", values).isSigned()).isTrue();
    }

    /// One of the form that the preset's secrets have.
    private static String secret(String preset) {
        return switch (preset) {
            case "kick" -> publicKey("RSA", 2048);
            case "sendgrid" -> publicKey("EC", 256);
            case "telnyx" -> "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
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

    @Test
    void the_key_of_cloud_events_cannot_be_set() {
        refused("events", Map.of("unsigned", "true", "key", "uuid"), "onceward.sources.events.key cannot be set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shop", "-shop", "shop-", "a b", "é"})
    void a_source_name_that_does_not_fit_a_url_is_refused(String name) {
        refused(name, Map.of("unsigned", "true"), "onceward.sources." + name + " is no name for a source");
    }

}
