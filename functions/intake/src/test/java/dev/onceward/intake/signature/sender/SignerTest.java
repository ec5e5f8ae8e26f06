package dev.onceward.intake.signature.sender;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.runtime.signing.Signer;
import dev.onceward.runtime.signing.SigningKey;

import static dev.onceward.intake.signature.sender.Signed.BODY;
import static dev.onceward.intake.signature.sender.Signed.ID;
import static dev.onceward.intake.signature.sender.Signed.OTHER_SECRET;
import static dev.onceward.intake.signature.sender.Signed.SECONDS;
import static dev.onceward.intake.signature.sender.Signed.SECRET;
import static dev.onceward.intake.signature.sender.Signed.SIGNATURE;
import static dev.onceward.intake.signature.sender.Signed.TIMESTAMP;
import static dev.onceward.intake.signature.sender.Signed.sign;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

class SignerTest {
    private static final String PRIVATE = "whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=";

    @Test
    void signing_the_example_of_the_specification_produces_its_headers() {
        assertThat(headers(SECRET)).isEqualTo(
                Map.of("webhook-id", ID, "webhook-timestamp", TIMESTAMP, "webhook-signature", SIGNATURE));
    }

    /// What the specification's library in Go makes of the same.
    @Test
    void a_private_key_signs_with_v1a() {
        assertThat(headers(PRIVATE)).containsEntry("webhook-signature",
                "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==");
    }

    @Test
    void every_key_signs_in_the_order_given() {
        var signatures = headers(OTHER_SECRET, SECRET, PRIVATE).getOrDefault("webhook-signature", "").split(" ");
        assertThat(signatures).hasSize(3);
        assertThat(signatures[0]).isEqualTo(sign(OTHER_SECRET, ID, TIMESTAMP, BODY));
        assertThat(signatures[1]).isEqualTo(SIGNATURE);
        assertThat(signatures[2]).startsWith("v1a,");
    }

    @Test
    void the_webhook_timestamp_is_the_time_of_the_attempt_in_whole_seconds() {
        var at = Instant.ofEpochSecond(SECONDS, 999_999_999);
        assertThat(Signer.of(List.of(SECRET)).sign(ID, at, BODY.getBytes(UTF_8)))
                .containsEntry("webhook-timestamp", TIMESTAMP);
    }

    @Test
    void a_signer_without_secrets_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Signer.of(List.of()))
                .withMessageStartingWith("is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hidden!", "whsec_hidden!", "whsk_hidden!", "whsk_hidden", "whsec_hidden++",
            "whpk_hiddenhiddenhiddenhiddenhiddenhiddenhiddenhi"})
    void an_invalid_signing_secret_is_refused_without_being_quoted(String secret) {
        var refusal = catchThrowable(() -> Signer.of(List.of(SECRET, secret)));
        assertThat(refusal).isInstanceOf(IllegalArgumentException.class);
        assertThat(SecretTest.whole(refusal)).doesNotContain("hidden");
    }

    @Test
    void to_string_of_a_signing_key_or_a_signer_does_not_contain_the_secret() {
        assertThat(SigningKey.of(PRIVATE)).asString().doesNotContain("VEVT");
        assertThat(Signer.of(List.of(PRIVATE, SECRET))).asString().doesNotContain("VEVT").doesNotContain("MfKQ9r8");
    }

    private static Map<String, String> headers(String... secrets) {
        return Signer.of(List.of(secrets)).sign(ID, Instant.ofEpochSecond(SECONDS), BODY.getBytes(UTF_8));
    }
}
