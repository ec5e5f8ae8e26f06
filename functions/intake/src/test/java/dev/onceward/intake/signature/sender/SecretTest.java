package dev.onceward.intake.signature.sender;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.runtime.signing.Secret;

import static dev.onceward.intake.signature.sender.Signed.BODY;
import static dev.onceward.intake.signature.sender.Signed.ID;
import static dev.onceward.intake.signature.sender.Signed.SECRET;
import static dev.onceward.intake.signature.sender.Signed.SIGNATURE;
import static dev.onceward.intake.signature.sender.Signed.TIMESTAMP;
import static dev.onceward.intake.signature.sender.Signed.request;
import static dev.onceward.intake.signature.sender.Signed.scheme;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

class SecretTest {
    @ParameterizedTest
    @ValueSource(strings = {"%s", "%s ", "%s\n"})
    void white_space_after_a_secret_is_ignored(String form) {
        assertThat(scheme(0, form.formatted(SECRET)).verify(request(ID, TIMESTAMP, SIGNATURE, BODY)))
                .isInstanceOf(Verified.class);
    }

    @Test
    void the_prefix_whsec_of_a_secret_is_optional() {
        assertThat(scheme(0, SECRET.substring(6)).verify(request(ID, TIMESTAMP, SIGNATURE, BODY)))
                .isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hidden!hidden!hidden!hidden", "whsec_hidden-hidden-hidden-",
            "whsk_hiddenhiddenhiddenhidden",
            "whsec_whsec_hiddenhiddenhiddenhidden"})
    void a_secret_that_is_not_base64_is_refused_without_being_quoted(String secret) {
        assertThat(whole(catchThrowable(() -> Secret.of(secret)))).contains("must be base64, with or without whsec_")
                .doesNotContain("hidden");
    }

    @Test
    void a_plain_text_secret_is_refused_with_an_example_of_the_expected_form() {
        assertThatIllegalArgumentException().isThrownBy(() -> Secret.of("a secret in plain text"))
                .withMessage(
                        "must be base64, with or without whsec_ in front, as in whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw; "
                                + "if the sender's secret is plain text, write the base64 of that text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "whsec_", "whsec_hidden++", "aGlkZGVuaGlkZGVuaGlk"})
    void a_secret_that_is_too_short_is_refused_without_being_quoted(String secret) {
        assertThatIllegalArgumentException().isThrownBy(() -> Secret.of(secret))
                .withMessageMatching("has \\d+ bytes; 24 to 64 are usual, 16 the least that is taken");
    }

    @Test
    void a_secret_of_sixteen_bytes_is_accepted() {
        assertThat(Secret.of("aGlkZGVuaGlkZGVuaGlkZA==")).isNotNull();
    }

    @Test
    void to_string_of_a_secret_does_not_contain_the_secret() {
        assertThat(new SecretText("1", SECRET).toString()).doesNotContain("MfKQ9r8");
    }

    @Test
    void a_request_to_an_unsigned_source_is_genuine() {
        assertThat(new Unsigned().verify(WebhookRequests.of(BODY), Signed.THEN)).isInstanceOf(Verified.class);
    }

    @Test
    void a_scheme_refuses_an_unreadable_secret() {
        assertThatIllegalArgumentException().isThrownBy(() -> Signed.made(SECRET, "?"));
    }

    @Test
    void a_genuine_verdict_contains_the_id_of_the_matching_secret() {
        assertThat(scheme(0, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", SECRET)
                .verify(request(ID, TIMESTAMP, SIGNATURE, BODY))).isEqualTo(new Verified("2"));
    }

    static String whole(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
