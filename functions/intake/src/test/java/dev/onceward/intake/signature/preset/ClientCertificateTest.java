package dev.onceward.intake.signature.preset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Unverified;

import static org.assertj.core.api.Assertions.assertThat;

/// Certificates as an ingress passes them on.
class ClientCertificateTest {
    @Test
    void a_certificate_header_of_twenty_thousand_pairs_is_forged() {
        assertForged(SignedVector.named("mtls-envoy").mapHeader("X-Forwarded-Client-Cert", _ -> "a=;".repeat(20_000)));
    }

    @Test
    void a_header_with_two_client_certificates_is_forged() {
        var envoy = SignedVector.named("mtls-envoy");
        assertForged(envoy.mapHeader("X-Forwarded-Client-Cert", text -> text + "," + text));
        assertForged(envoy.mapHeader("X-Forwarded-Client-Cert", text -> "By=x;Hash=" + "0".repeat(64) + "," + text));
    }

    @Test
    void a_certificate_hash_within_quotes_is_forged() {
        var hash = "Hash=" + SignedVector.named("mtls-envoy").secret();
        assertForged(
                SignedVector.named("mtls-envoy").mapHeader("X-Forwarded-Client-Cert",
                        _ -> "Subject=\";" + hash + ";\""));
        assertForged(
                SignedVector.named("mtls-envoy").mapHeader("X-Forwarded-Client-Cert", _ -> "Subject=\"\\\";" + hash));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "FAILED:expired", "success", "SUCCESS,SUCCESS"})
    void a_request_with_a_certificate_that_nginx_did_not_verify_is_forged(String word) {
        assertForged(SignedVector.named("mtls-nginx").mapHeader("ssl-client-verify", _ -> word));
    }

    private static void assertForged(SignedVector signedVector) {
        assertThat(signedVector.verdict()).isInstanceOf(Unverified.class);
    }
}
