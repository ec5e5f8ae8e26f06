package dev.onceward.intake.signature.form;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict.Verified;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// A public key as a sender shows it, and as a tool wrote it into a file.
class PublicKeyFormsTest {
    private static final String PUBLIC = "PUBLIC KEY";

    @ParameterizedTest
    @CsvSource({"ed25519,hex", "ed25519,base64", "ed25519,pem", "ecdsa-p256-sha256,base64", "ecdsa-p256-sha256,pem",
            "rsa-sha256,pem", "rsa-sha256,base64"})
    void a_public_key_in_pem_is_accepted_whatever_form_the_scheme_expects(String algorithm, String form) {
        var pair = pair(algorithm);
        var signature = Base64.getEncoder().encodeToString(sign(algorithm, pair, "{}"));
        assertThat(scheme(algorithm, form, pem(PUBLIC, pair.getPublic().getEncoded()))
                .verify(WebhookRequests.of("{}", "S", signature), Instant.EPOCH)).isEqualTo(new Verified("1"));
    }

    @ParameterizedTest
    @CsvSource({"ed25519,hex", "ecdsa-p256-sha256,base64", "rsa-sha256,pem"})
    void a_private_key_is_refused_with_the_advice_to_give_the_public_key(String algorithm, String form) {
        var secret = pem("PRIVATE KEY", pair(algorithm).getPrivate().getEncoded());
        assertThatIllegalArgumentException().isThrownBy(() -> scheme(algorithm, form, secret))
                .withMessage("is a private key, which only the sender may have: give its public key, which starts with "
                        + "-----BEGIN PUBLIC KEY-----");
    }

    @ParameterizedTest
    @CsvSource({"CERTIFICATE", "RSA PUBLIC KEY"})
    void another_kind_of_pem_is_refused_with_the_kind_that_is_accepted(String kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheme("rsa-sha256", "pem", pem(kind, new byte[]{1, 2, 3, 4, 5})))
                .withMessage("is no public key: of what stands between lines of dashes, only what starts with "
                        + "-----BEGIN PUBLIC KEY----- is taken");
    }

    @Test
    void a_public_key_of_another_algorithm_is_refused_with_the_required_kind() {
        assertThatIllegalArgumentException().isThrownBy(() -> scheme("ecdsa-p256-sha256", "base64",
                pem(PUBLIC, pair("rsa-sha256").getPublic().getEncoded()))).withMessage("must be a public EC key");
    }

    /// A shared secret that happens to look like a key is a text.
    @Test
    void a_shared_secret_that_looks_like_pem_is_accepted_as_text() {
        assertThat(scheme("hmac-sha256", "text", "-----BEGIN PUBLIC KEY----- hello")).isNotNull();
    }

    private static Scheme scheme(String algorithm, String form, String secret) {
        return new ReadScheme(
                new SchemeProperties(Map.of("algorithm", algorithm, "signature", "header:S", "encoding", "base64",
                        "secret", form)))
                .scheme(List.of(new SecretText("1", secret)), null, "");
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind,
                Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(bytes));
    }

    private static KeyPair pair(String algorithm) {
        return switch (algorithm) {
            case "ed25519" -> pair("Ed25519", NamedParameterSpec.ED25519);
            case "rsa-sha256" -> pair("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4));
            default -> pair("EC", new ECGenParameterSpec("secp256r1"));
        };
    }

    private static KeyPair pair(String name, AlgorithmParameterSpec parameters) {
        try {
            var generator = KeyPairGenerator.getInstance(name);
            generator.initialize(parameters);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] sign(String algorithm, KeyPair pair, String body) {
        try {
            var signature = Signature.getInstance(switch (algorithm) {
                case "ed25519" -> "Ed25519";
                case "rsa-sha256" -> "SHA256withRSA";
                default -> "SHA256withECDSA";
            });
            signature.initSign(pair.getPrivate());
            signature.update(body.getBytes(UTF_8));
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
