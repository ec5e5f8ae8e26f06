package dev.onceward.intake.signature.sender;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.signature.Verdict.Genuine;
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
    void white_space_behind_a_secret_is_not_the_secrets(String form) {
        assertThat(scheme(0, form.formatted(SECRET)).verify(request(ID, TIMESTAMP, SIGNATURE, BODY)))
                .isInstanceOf(Genuine.class);
    }

    @Test
    void whsec_in_front_may_be_left_out() {
        assertThat(scheme(0, SECRET.substring(6)).verify(request(ID, TIMESTAMP, SIGNATURE, BODY)))
                .isInstanceOf(Genuine.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hidden!hidden!hidden!hidden", "whsec_hidden-hidden-hidden-",
            "whsk_hiddenhiddenhiddenhidden",
            "whsec_whsec_hiddenhiddenhiddenhidden"})
    void what_is_not_base64_is_refused_without_quoting_it(String secret) {
        assertThat(whole(catchThrowable(() -> Secret.of(secret)))).contains("must be base64, with or without whsec_")
                .doesNotContain("hidden");
    }

    @Test
    void who_gives_plain_text_is_told_what_to_write() {
        assertThatIllegalArgumentException().isThrownBy(() -> Secret.of("a secret in plain text"))
                .withMessage(
                        "must be base64, with or without whsec_ in front, as in whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw; "
                                + "if the sender's secret is plain text, write the base64 of that text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "whsec_", "whsec_hidden++", "aGlkZGVuaGlkZGVuaGlk"})
    void what_is_too_short_is_refused_without_quoting_it(String secret) {
        assertThatIllegalArgumentException().isThrownBy(() -> Secret.of(secret))
                .withMessageMatching("has \\d+ bytes; 24 to 64 are usual, 16 the least that is taken");
    }

    @Test
    void sixteen_bytes_are_enough() {
        assertThat(Secret.of("aGlkZGVuaGlkZGVuaGlkZA==")).isNotNull();
    }

    @Test
    void a_secret_has_no_text_of_its_own() {
        assertThat(new SecretText("1", SECRET).toString()).doesNotContain("MfKQ9r8");
    }

    @Test
    void an_unsigned_source_believes_everybody() {
        assertThat(new Unsigned().verify(WebhookRequests.of(BODY), Signed.THEN)).isInstanceOf(Genuine.class);
    }

    @Test
    void a_scheme_takes_no_secret_it_cannot_read() {
        assertThatIllegalArgumentException().isThrownBy(() -> Signed.made(SECRET, "?"));
    }

    @Test
    void a_verdict_names_the_secret_and_does_not_quote_it() {
        assertThat(scheme(0, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", SECRET)
                .verify(request(ID, TIMESTAMP, SIGNATURE, BODY))).isEqualTo(new Genuine("2"));
    }

    static String whole(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
