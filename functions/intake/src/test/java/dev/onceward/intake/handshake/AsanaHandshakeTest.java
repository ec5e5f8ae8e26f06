package dev.onceward.intake.handshake;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.handshake.HandshakeOutcome.Denied;
import dev.onceward.intake.handshake.HandshakeOutcome.SecretReceived;

import static org.assertj.core.api.Assertions.assertThat;

/// Asana names the secret with which it will sign, once for each webhook.
class AsanaHandshakeTest {
    private static final SampleHandshakeRequest ASANA = SampleHandshakeRequest.post("{}").at("token=made-up")
            .with("X-Hook-Secret", "b537207f20cbfa02")
            .token("made-up");
    private static final HandshakeOutcome DENIED = new Denied();

    @Test
    void a_secret_of_asana_is_learned_and_returned_in_the_header() {
        assertThat(ASANA.of(Handshake.ASANA)).contains(new SecretReceived("b537207f20cbfa02",
                new HandshakeReply(200, Map.of("X-Hook-Secret", "b537207f20cbfa02"), "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "token=", "token=made-uq", "token=made-up&token=made-up", "toke=made-up"})
    void a_secret_of_asana_is_denied_without_the_right_token(String query) {
        assertThat(ASANA.at(query).of(Handshake.ASANA)).contains(DENIED);
    }

    @Test
    void a_secret_of_asana_is_denied_if_no_token_is_configured() {
        assertThat(ASANA.token("").of(Handshake.ASANA)).contains(DENIED);
    }

    @Test
    void a_signed_request_of_asana_is_no_handshake() {
        assertThat(ASANA.of(Handshake.ASANA, "X-Hook-Signature", "00")).isEmpty();
    }

    @Test
    void an_invalid_secret_of_asana_is_not_learned() {
        assertThat(ASANA.by("GET").of(Handshake.ASANA)).isEmpty();
        assertThat(ASANA.with("X-Hook-Secret", "short").of(Handshake.ASANA)).isEmpty();
        assertThat(ASANA.with("X-Hook-Secret", "with a space").of(Handshake.ASANA)).isEmpty();
        assertThat(ASANA.with("X-Hook-Secret", "a".repeat(256)).of(Handshake.ASANA)).isEmpty();
    }
}
