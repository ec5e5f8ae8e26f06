package dev.onceward.intake.signature.preset;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SecretPlacesTest {

    @Test
    void a_token_in_a_header_is_the_secret_itself() {
        var preset = Presets.own().with(Map.of("algorithm", "token", "signature", "header:X-Token"));
        assertThat(preset.secretHeaders()).containsExactly("X-Token");
        assertThat(preset.signatureHeaders()).isEmpty();
        assertThat(preset.hasSecretAddress()).isFalse();
    }

    @Test
    void a_token_in_the_address_is_too() {
        var preset = Presets.own().with(Map.of("algorithm", "token", "signature", "query:token | header:X-Token"));
        assertThat(preset.hasSecretAddress()).isTrue();
        assertThat(preset.secretHeaders()).containsExactly("X-Token");
    }

    @Test
    void a_signature_is_no_secret() {
        var preset = Presets.own().with(Map.of("signature", "header:Authorization | query:signature"));
        assertThat(preset.signatureHeaders()).containsExactly("Authorization");
        assertThat(preset.secretHeaders()).isEmpty();
        assertThat(preset.hasSecretAddress()).isFalse();
    }

    @Test
    void a_scheme_that_is_no_form_says_nothing_of_its_places() {
        var preset = Presets.named("standard-webhooks");
        assertThat(preset.signatureHeaders()).isEmpty();
        assertThat(preset.secretHeaders()).isEmpty();
        assertThat(preset.hasSecretAddress()).isFalse();
    }
}
