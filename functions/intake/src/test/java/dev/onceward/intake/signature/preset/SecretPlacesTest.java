package dev.onceward.intake.signature.preset;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SecretPlacesTest {

    @Test
    void the_header_of_a_token_is_a_secret_header() {
        var preset = Presets.own().with(Map.of("algorithm", "token", "signature", "header:X-Token"));
        assertThat(preset.secretHeaders()).containsExactly("X-Token");
        assertThat(preset.signatureHeaders()).isEmpty();
        assertThat(preset.hasSecretAddress()).isFalse();
    }

    @Test
    void a_token_in_the_query_makes_the_address_secret() {
        var preset = Presets.own().with(Map.of("algorithm", "token", "signature", "query:token | header:X-Token"));
        assertThat(preset.hasSecretAddress()).isTrue();
        assertThat(preset.secretHeaders()).containsExactly("X-Token");
    }

    @Test
    void the_header_of_a_signature_is_not_a_secret_header() {
        var preset = Presets.own().with(Map.of("signature", "header:Authorization | query:signature"));
        assertThat(preset.signatureHeaders()).containsExactly("Authorization");
        assertThat(preset.secretHeaders()).isEmpty();
        assertThat(preset.hasSecretAddress()).isFalse();
    }

    @Test
    void the_standard_webhooks_preset_lists_no_signature_or_secret_headers() {
        var preset = Presets.named("standard-webhooks");
        assertThat(preset.signatureHeaders()).isEmpty();
        assertThat(preset.secretHeaders()).isEmpty();
        assertThat(preset.hasSecretAddress()).isFalse();
    }
}
