package dev.onceward.intake.signature.preset;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Unverified;

import static org.assertj.core.api.Assertions.assertThat;

/// What somebody would have PayPal prove who is not PayPal.
class PayPalTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://api.sandbox.paypal.com/", "https://api.sandbox.paypal.com.evil.example/",
            "https://evil.example/", "https://www.paypal.com/", "https://api.sandbox.paypal.com@evil.example/",
            "https://api.sandbox.paypal.com:8443/", "https://api.sandbox.paypal.com/v1/../"})
    void a_certificate_url_outside_the_api_hosts_of_paypal_is_forged(String place) {
        var changed = SignedVector.named("paypal").mapHeader("PAYPAL-CERT-URL",
                text -> text.replace("https://api.sandbox.paypal.com/", place));
        assertForged(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHA1withRSA", "MD5withRSA", "NONEwithRSA", ""})
    void a_paypal_request_with_another_signature_algorithm_is_forged(String algorithm) {
        assertForged(SignedVector.named("paypal").mapHeader("PAYPAL-AUTH-ALGO", _ -> algorithm));
    }

    private static void assertForged(SignedVector signedVector) {
        assertThat(signedVector.verdict()).isInstanceOf(Unverified.class);
    }
}
