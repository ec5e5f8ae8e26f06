package dev.onceward.intake.signature.preset;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Tokens as Google makes them, and as others would like to.
class GooglePushTest {
    private static final KeyPair GOOGLE = pair();
    private static final KeyPair STRANGER = pair();
    private static final String HEADER = "{\"alg\":\"RS256\",\"kid\":\"k1\",\"typ\":\"JWT\"}";
    private static final String CLAIMS = "{\"iss\":\"https://accounts.google.com\",\"aud\":\"https://example.com/hook\","
            + "\"email\":\"push@example.iam.gserviceaccount.com\",\"email_verified\":true,\"iat\":1700000000,"
            + "\"exp\":1700003600}";

    @Test
    void a_token_of_the_configured_account_is_genuine() {
        assertThat(verdict(token(GOOGLE, HEADER, CLAIMS), 0)).isEqualTo(new Verified("1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://example.com/hook              | https://example.com/other
            push@example.iam.gserviceaccount.com  | other@example.iam.gserviceaccount.com
            https://accounts.google.com           | https://evil.example
            "email_verified":true                 | "email_verified":false
            "email_verified":true,                | ''
            "exp":1700003600                      | "exp":1699999000
            "iat":1700000000                      | "iat":1700000900
            """)
    void a_token_with_a_wrong_claim_is_forged(String claim, String other) {
        assertThat(verdict(token(GOOGLE, HEADER, CLAIMS.replace(claim, other)), 0)).isInstanceOf(Unverified.class);
    }

    @Test
    void a_token_that_expired_longer_ago_than_the_tolerance_is_forged() {
        assertThat(verdict(token(GOOGLE, HEADER, CLAIMS), 3600 + 299)).isInstanceOf(Verified.class);
        assertThat(verdict(token(GOOGLE, HEADER, CLAIMS), 3600 + 301)).isInstanceOf(Unverified.class);
    }

    @Test
    void a_token_signed_with_another_key_or_naming_another_key_id_is_forged() {
        assertThat(verdict(token(STRANGER, HEADER, CLAIMS), 0)).isInstanceOf(Unverified.class);
        assertThat(verdict(token(GOOGLE, HEADER.replace("k1", "k2"), CLAIMS), 0)).isInstanceOf(Unverified.class);
    }

    /// The algorithm is ours to say: a token may ask for none, or for our public key as a secret.
    @ParameterizedTest
    @CsvSource({"none", "HS256", "RS512", "rs256", "''"})
    void a_token_with_another_algorithm_is_forged(String algorithm) {
        assertThat(verdict(token(GOOGLE, HEADER.replace("RS256", algorithm), CLAIMS), 0))
                .isInstanceOf(Unverified.class);
    }

    /// Else a stranger's token would be answered 503 for as long as Google's keys cannot be fetched, and its sender would
    /// try again and again.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "alg":"RS256"                         | "alg":"HS256"
            "alg":"RS256"                         | "alg":"none"
            "kid":"k1",                           | ''
            https://example.com/hook              | https://example.com/other
            push@example.iam.gserviceaccount.com  | other@example.iam.gserviceaccount.com
            https://accounts.google.com           | https://evil.example
            "exp":1700003600                      | "exp":1699999000
            """)
    void a_token_with_a_wrong_header_or_claim_is_forged_although_no_public_key_is_available(String right,
            String wrong) {
        var token = token(STRANGER, HEADER.replace(right, wrong), CLAIMS.replace(right, wrong));
        assertThat(verdict(token, 0, PublishedKeys.NONE)).isInstanceOf(Unverified.class);
    }

    @Test
    void a_token_with_right_header_and_claims_waits_for_the_public_key() {
        assertThat(verdict(token(STRANGER, HEADER, CLAIMS), 0, PublishedKeys.NONE)).isInstanceOf(KeyUnavailable.class);
    }

    private static Verdict verdict(String token, long later) {
        var keys = "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"k1\",\"n\":\"%s\",\"e\":\"%s\"}]}".formatted(
                number(((RSAPublicKey) GOOGLE.getPublic()).getModulus()),
                number(((RSAPublicKey) GOOGLE.getPublic()).getPublicExponent()));
        return verdict(token, later, _ -> Optional.of(keys.getBytes(UTF_8)));
    }

    private static Verdict verdict(String token, long later, PublishedKeys keys) {
        var terms = new PresetOptions(List.of(new SecretText("1", "push@example.iam.gserviceaccount.com")), null,
                "https://example.com/hook", keys);
        return Presets.named("google-pubsub").scheme(terms).verify(
                WebhookRequests.of("{}", "Authorization", "Bearer " + token),
                Instant.ofEpochSecond(1_700_000_000 + later));
    }

    private static String token(KeyPair pair, String header, String claims) {
        try {
            var signed = text(header.getBytes(UTF_8)) + "." + text(claims.getBytes(UTF_8));
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pair.getPrivate());
            signature.update(signed.getBytes(UTF_8));
            return signed + "." + text(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String number(BigInteger number) {
        var bytes = number.toByteArray();
        return text(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static KeyPair pair() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
